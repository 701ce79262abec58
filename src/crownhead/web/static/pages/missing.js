// The page at an address where nothing is.

import { start } from "../lib/settings.js";

start();
