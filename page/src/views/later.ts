// The views that the first script does not need, in one file: a file for each would take more requests and more bytes.
export { Check, Checked } from "./Check";
export { Explore } from "./Explore";
export { Paint } from "./Paint";
export { Details } from "./solve/Details";
