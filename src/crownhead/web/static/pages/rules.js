// The rules to read or print. The text and the pictures come from the server.

import { find } from "../lib/dom.js";
import { start } from "../lib/settings.js";

start();
find("#print").addEventListener("click", () => window.print());
