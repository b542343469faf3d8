// Any error as a failure with a sentence.
import { ApiError, failing, type Failure } from "./api";

export function failureOf(fault: unknown): Failure {
  if (fault instanceof ApiError) return fault.failure;
  return failing({ text: fault instanceof Error ? fault.message : String(fault), code: "", template: "", values: {} });
}
