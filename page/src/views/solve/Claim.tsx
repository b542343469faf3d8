// The result in its largest words: the claim of an answer, or the two bounds while they are apart.
import type { Run } from "../../jobs";
import { sayClaim } from "../../speech";
import { answer as w } from "../../words/answer";

export function Claim({ run }: { run: Run }) {
  const claim = run.answer.value?.claim;
  const [best, proved] = [run.best.value, run.proved.value];
  const metric = run.request.metric ?? "htm";
  const met = best !== null && best === proved && !run.state.value.unverified_solver;
  const short = claim ? claim.code === "claim.shortest" : met;
  const between = best !== null || proved > 1 ? w.between({ best, proved, metric }) : w.searching;
  // What stopped the search is said below the bounds; any other claim is a sentence.
  const stopped = claim?.code === "claim.best-so-far";
  const heading = short ? w.shortest({ length: best!, metric }) : claim && !stopped ? sayClaim(claim) : between;
  return (
    <div class="claim" data-testid={claim ? "claim" : undefined}>
      <h2 tabIndex={-1} class={[short && "good", claim && !short && !stopped && "long"].filter(Boolean).join(" ")} data-testid="heading">{heading}</h2>
      {stopped && <p>{w.stopped({ stop: claim.values["stop"] as string })}</p>}
    </div>
  );
}
