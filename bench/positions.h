/* SPDX-License-Identifier: MIT */
/* positions.h - positions from games that the engine played against itself. */
#ifndef SHOGI_BENCH_POSITIONS_H
#define SHOGI_BENCH_POSITIONS_H

/* clang-format off */
static const char *const bench_positions[] = {
    "ln1g2sn1/2s1k1gbl/p1ppppppp/1r7/1p5P1/7R1/PPPPPPP1P/1BG2GS2/LNS2K1NL b - 15",
    "ln1g2snb/2s1k1g1l/p1pppp2p/2r3pP1/1p7/R7P/PPPPPPP2/LBG2GS2/1NS3KNL w P 24",
    "lnrgg2nl/1B1sk1s2/2pppp1p1/p5p1p/1p1P5/P1P1P4/LPNS1PPPP/5G1+bL/2G1K1SN1 b r 31",
    "+Bnr1g2nl/2gsk1s2/2pp1p1p1/p3p1p1p/1p1P5/P1P1P4/LPNS1PPPP/1G3G1SL/4K2N1 w RLb 40",
    "l1s1ggsnl/3rk2p1/2p1bp1Bp/pp7/1n2p4/P1P3PP1/L2+p1P2P/1S3KGR1/1N2G1SNL b P3p 47",
    "l1s1ggsnl/3r5/2p1kp1pp/pp7/1n2p4/P1PP2PP1/L3KPG1P/1S5R1/1N2+b1SNL w GPb3p 56",
    "ln+N2g1g1/8l/p1ppkpsp1/6p1p/1r7/P1PPP3P/1PnG1PPP1/4p2S1/L1S1G1KNL b BSrbp 63",
    "lns1p1k1b/3g1gs1l/p1pp1p1pn/2r5P/6p1L/PPPP1PP2/3GP1NP1/1S2G2S1/LN1RB2K1 w Pp 72",
    "1n1k1gs1b/+R1bsg3l/2lp3pp/2L1p1p2/5P2P/PPpPP2P1/N3K1P2/2GR2+n2/2P1G2NL b 3P2s 79",
    "1n1k1gs1b/3sg3l/2lp3pp/+RNL1p1p2/5P2P/PPpPP2P1/N3K1P2/2G3+s2/2P1GR1NL w B3Ps 88",
    "lnsg2s1l/3rk2b1/p1p1gpnp1/1B2p1p1p/3p5/P1P1P3P/1PS2PPPL/5SGR1/LN1GK2N1 b Pp 35",
    "lnsg2s1l/3rk2b1/ppp2pnp1/4p1p1p/2Pp5/PS2P3P/1PN2PPPL/5SG1R/L2GK2Nb w GP 44",
    "lnk2g3/1s2g2P+B/pppp1p1+Rp/4Psp2/5r3/2PSpN2P/LPNP1PP2/1S2G4/3GK2NL b B2Pl 51",
    "lnk2g3/1s2g2P+B/pppp1p+R2/4P1p2/5sb2/2PSpN2P/LPNP1PP2/1S2G4/4K2NL w RL3Pg 60",
    "ln1g5/1Bsks+R2l/pPppppG1p/6p2/2N6/8P/P1PPPPP1N/L1+r2GS2/1N4K1L b GSPb2p 67",
    "lnkn5/1pg5+R/p1pppG2p/4n1pb1/8S/3S4P/P1PPPPP1N/L4KS2/1+r3G2L w BGL4Ps 76",
    "6gSl/3sk4/+BNpp1pn2/p1g1plpLp/1p1P5/P1P1P4/+rPNS1PPPP/2G4SL/5GKN1 b RPb 91",
    "lnrgg2nl/3sk1s2/2pppp1p1/p5p1p/1p1P5/P1P1P4/LPNS1PPPP/5G1RL/2G1K1SN1 w Bb 28",
    "l1s1ggsnl/kP3pp2/2p4pp/p4G1ln/1p5N1/P1PrPGP1R/S1+bp1PN1P/2+b3K2/6S1L b 3p 99",
    "lns1ggsnl/1r2k2b1/p1p2p1pp/1p1pp1p2/9/P1PPP2P1/1PB2PP1P/4K1GR1/LNSG2SNL w - 20",
};
/* clang-format on */

enum {
    BENCH_POSITIONS = sizeof bench_positions / sizeof *bench_positions,
    BENCH_DEPTH = 7,         /* of the run whose nodes are the signature of the search, */
    BENCH_SIGNATURE = 47078, /* which every change of what the engine does changes */
};

#endif
