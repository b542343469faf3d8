// The result in its largest words: the claim of an answer, or the two bounds while they are apart.
import type { Run } from "../../jobs";
import { sayClaim } from "../../speech";
import { answer as w } from "../../words/answer";

/** Whether it is proved that the best answer is a shortest one. */
function isShortest(run: Run): boolean {
  const claim = run.answer.value?.claim;
  if (claim) return claim.code === "claim.shortest";
  return run.best.value !== null && run.best.value === run.proved.value && !run.state.value.unverified_solver;
}

/** Whether only the reason of the end is to be added to the bounds. */
const isStopped = (run: Run) => run.answer.value?.claim.code === "claim.best-so-far";

export function headingOf(run: Run): string {
  const [best, proved, metric] = [run.best.value, run.proved.value, run.request.metric ?? "htm"];
  const claim = run.answer.value?.claim;
  if (isShortest(run)) return w.shortest({ length: best, metric });
  if (claim && !isStopped(run)) return sayClaim(claim);
  return best !== null || proved > 1 ? w.between({ best, proved, metric }) : w.searching;
}

export function Claim({ run }: { run: Run }) {
  const claim = run.answer.value?.claim;
  const kind = isShortest(run) ? "good" : claim && !isStopped(run) ? "long" : "";
  return (
    <div class="claim" data-testid={claim ? "claim" : undefined}>
      <h2 tabIndex={-1} class={kind} data-testid="heading">{headingOf(run)}</h2>{" "}
      {isStopped(run) && <p>{w.stopped({ stop: claim!.values["stop"] as string })}</p>}
    </div>
  );
}
