/* SPDX-License-Identifier: MIT */
/* sandbox.c - Linux: Landlock for files, a seccomp filter for everything else.
 *
 * The filter names what is refused, not what is allowed: what a C library needs differs
 * from one to the next and from year to year, and a filter that is too narrow kills
 * programs of people who did nothing wrong. */
#define _GNU_SOURCE /* O_PATH, syscall() */
#include "tool/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/message.h"

const char *const sandbox_words[] = { "try", "require", "off", NULL };

/* ---- files ---------------------------------------------------------------------------
 */

#if defined(HAVE_LINUX_LANDLOCK_H) && !defined(SHOGI_NO_SANDBOX)

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    CHANGE = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG
             | LANDLOCK_ACCESS_FS_REMOVE_FILE,
    /* All of the first version. */
    HANDLED = READ | CHANGE | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR
              | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR
              | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO
              | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM
};

/* Where the C library looks for converters of encodings. */
static const char *const system_folders[] = { "/usr", "/lib", "/lib64", "/nix/store",
                                              "/etc/ld.so.cache" };

/* False: PATH cannot be opened.  What is not there needs no rule, nor does a pipe. */
static bool
allow(int rules, const char *path, uint64_t access)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = access };

    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return errno == ENOENT;
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0
        && errno == EINVAL) {
        /* Of a file that is no folder nothing can be listed. */
        rule.allowed_access &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(rule.parent_fd);
    return true;
}

/* The folder of PATH, or of what a symbolic link there leads to; of a name with fields,
 * "{n}", the folder before the first. */
static bool
allow_folder_of(int rules, const char *path)
{
    char folder[PATH_MAX];
    size_t len;

    if (!realpath(path, folder))
        snprintf(folder, sizeof folder, "%s", path);
    len = strcspn(folder, "{");
    while (len > 0 && folder[len - 1] != '/')
        len--;
    folder[len] = '\0';
    return allow(rules, len ? folder : ".", READ | CHANGE);
}

/* False: something that is needed would be out of reach. */
static bool
allow_all(int rules, const struct sandbox_needs *needs)
{
    bool good = true;

    for (size_t i = 0; i < sizeof system_folders / sizeof *system_folders; i++)
        allow(rules, system_folders[i], READ);
    if (needs->any_input)
        allow(rules, "/", READ);
    for (char *const *path = needs->inputs; path && *path; path++) {
        if (!needs->any_input)
            allow(rules, *path, READ);
        if (needs->inputs_are_outputs)
            good &= allow_folder_of(rules, *path);
    }
    for (size_t i = 0; i < sizeof needs->outputs / sizeof *needs->outputs; i++)
        if (needs->outputs[i])
            good &= allow_folder_of(rules, needs->outputs[i]);
    if (needs->also_read)
        good &= allow(rules, needs->also_read, READ);
    if (needs->folder)
        good &= allow(rules, needs->folder, READ | CHANGE);
    return good;
}

static bool
restrict_files(const struct sandbox_needs *needs)
{
    struct landlock_ruleset_attr handled = { .handled_access_fs = HANDLED };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
    bool good;

    if (rules < 0)
        return false;
    good = allow_all(rules, needs) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return good;
}

#else

static bool
restrict_files(const struct sandbox_needs *needs)
{
    (void)needs;
    return false;
}

#endif

/* ---- everything else -----------------------------------------------------------------
 */

#if defined(HAVE_LINUX_SECCOMP_H) && !defined(SHOGI_NO_SANDBOX)
#include <linux/audit.h>
#if defined(__x86_64__) && !defined(__ILP32__)
#define NATIVE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define NATIVE AUDIT_ARCH_I386
#elif defined(__aarch64__) && !defined(__ILP32__)
#define NATIVE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define NATIVE AUDIT_ARCH_RISCV64
#endif
#endif

#ifdef NATIVE

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* Programs, networks, other processes, the kernel itself. */
static const int refused[] = {
    SYS_execve,
    SYS_execveat,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
#endif
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_open_by_handle_at,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_acct,
};

enum {
    REFUSED_COUNT = sizeof refused / sizeof *refused,
    FILTER_MAX = REFUSED_COUNT + 16
};

static size_t
fill_filter(struct sock_filter *f)
{
    const uint32_t no = SECCOMP_RET_ERRNO | EPERM, yes = SECCOMP_RET_ALLOW;
    struct sock_filter *start = f;

    *f++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                        offsetof(struct seccomp_data, arch));
    *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NATIVE, 1, 0);
    *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, no);
    *f++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                        offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* The calls of x32, which are others by other numbers. */
    *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, no);
#endif
    for (size_t i = 0; i < REFUSED_COUNT; i++) {
        *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                            (uint32_t)refused[i], 0, 1);
        *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, no);
    }
    /* A new thread, but no new process.  What clone3() is asked for cannot be seen here:
     * a C library that does not find it takes clone(). */
#ifdef SYS_clone3
    *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
    *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
#endif
    *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3);
    *f++ = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                        offsetof(struct seccomp_data, args));
    *f++ = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
    *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, no);
    *f++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, yes);
    return (size_t)(f - start);
}

static bool
restrict_calls(void)
{
    struct sock_filter filter[2 * FILTER_MAX];
    struct sock_fprog program = { .filter = filter };

    program.len = (unsigned short)fill_filter(filter);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static bool
restrict_calls(void)
{
    return false;
}

#endif

/* ---- both ----------------------------------------------------------------------------
 */

bool
sandbox_enter(enum sandbox_mode mode, const struct sandbox_needs *needs)
{
    bool files, calls;

    if (mode == SANDBOX_OFF)
        return true;
    files = restrict_files(needs);
    calls = restrict_calls();
    if (mode == SANDBOX_TRY || (files && calls))
        return true;
    warn("this system cannot restrict %s; see --sandbox",
         files ? "system calls" : "the use of files");
    return false;
}
