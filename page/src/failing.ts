// What became of something that failed, whatever it was: a failure with a sentence.
import { ApiError, type Failure } from "./api";

export function failureOf(fault: unknown): Failure {
  if (fault instanceof ApiError) return fault.failure;
  return { error: fault instanceof Error ? fault.message : String(fault) };
}
