// A lesson page: text, questions and progress come to life at once, widgets when Python arrives.

import { startWidgets } from "./widgets.js";

startWidgets();
