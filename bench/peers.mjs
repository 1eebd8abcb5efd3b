// SPDX-License-Identifier: MIT
// peers.mjs - how fast two packages of npm convert records, when they are installed:
//
//     node peers.mjs MODULES PACKAGE FROM TO FILE
//
// MODULES is a folder node_modules, PACKAGE tsshogi or json-kifu-format, FILE holds
// made-up games in UTF-8.  Printed are the games that could be converted and the
// milliseconds of CPU of the better of two passes, without start-up.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [modules, name, from, to, file] = process.argv.slice(2);
const require = createRequire(resolve(modules, "peers.js"));

// Where a game begins, in what bench/games writes.
const separators = { kif: /^(?=#KIF)/m, csa: /^\/\n/m, sfen: /\n/ };

function tsshogi() {
  const t = require("tsshogi");
  const read = { kif: t.importKIF, csa: t.importCSA, sfen: t.Record.newByUSI }[from];
  const write = {
    sfen: (r) => r.getUSI(),
    csa: (r) => t.exportCSA(r),
    kif: (r) => t.exportKIF(r),
    jkf: (r) => t.exportJKFString(r),
  }[to];
  return (text) => {
    const record = read(text);
    if (record instanceof Error) throw record;
    return write(record);
  };
}

function jsonKifuFormat() {
  const { Parsers } = require("json-kifu-format");
  const read = { kif: Parsers.parseKIF, csa: Parsers.parseCSA }[from];
  return (text) => JSON.stringify(read(text));
}

const convert = { tsshogi, "json-kifu-format": jsonKifuFormat }[name]();
const games = readFileSync(file, "utf8").split(separators[from]).filter((s) => s.trim());
let best = Infinity;
let good = 0;
for (let pass = 0; pass < 2; pass++) {
  const begin = process.cpuUsage();
  good = 0;
  for (const text of games) {
    try {
      if (convert(text)) good++;
    } catch {
      // counted as not converted
    }
  }
  const used = process.cpuUsage(begin);
  best = Math.min(best, (used.user + used.system) / 1000);
}
console.log(good, best.toFixed(1));
