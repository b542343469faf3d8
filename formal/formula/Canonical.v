(** * Canonical order: of all words that do the same, the first of the shortest

    Some pairs of actions can be replaced by fewer, or by as many that come earlier in the order of numbers. A
    word is in canonical order if no two neighbours are such a pair. Whatever a word does, a word in canonical
    order that is no longer does as well: replace, as long as possible. *)

From Coq Require Import Arith Bool List PArith Lia Wf_nat.
Import ListNotations.

Section Canonical.
Variable from : positive -> positive -> positive.          (* see [formula/Framed.v] *)
Variable turns : list positive.
Variable better : positive -> positive -> option (list positive).

Definition does (word : list positive) (p : positive) : positive := fold_right from p word.

(** The words that may replace a pair: shorter ones, or a pair that comes earlier. *)
Definition earlier (c d a b : positive) : Prop := (c < a \/ c = a /\ d < b)%positive.

Definition smaller (word : list positive) (a b : positive) : Prop :=
  match word with
  | [] | [_] => True
  | [c; d] => earlier c d a b
  | _ => False
  end.

Definition canonical (word : list positive) : Prop :=
  forall before a b later, word = before ++ a :: b :: later -> better a b = None.

Hypothesis better_is_better : forall a b word, better a b = Some word ->
  (forall p, does word p = does [a; b] p) /\ Forall (fun c => In c turns) word /\ smaller word a b.

(** ** Proof: words are numbers in a base in which all turns are digits *)

Definition base : nat := S (list_max (map Pos.to_nat turns)).

Fixpoint code (word : list positive) : nat :=
  match word with
  | [] => 0
  | a :: rest => Pos.to_nat a * base ^ length rest + code rest
  end.

Lemma digit a : In a turns -> Pos.to_nat a < base.
Proof.
  intros listed. unfold base.
  pose proof (proj1 (list_max_le (map Pos.to_nat turns) _) (le_n _)) as all.
  rewrite Forall_forall in all. specialize (all (Pos.to_nat a) (in_map _ _ _ listed)). lia.
Qed.

Lemma code_app one other : code (one ++ other) = code one * base ^ length other + code other.
Proof.
  induction one as [|a one IH]; cbn; [reflexivity|]. rewrite IH, app_length, Nat.pow_add_r. lia.
Qed.

Lemma pair_smaller a b c d : In b turns -> In d turns -> earlier c d a b -> code [c; d] < code [a; b].
Proof.
  intros Hb Hd [less|[-> less]]; apply digit in Hb, Hd; cbn [code length]; rewrite Nat.pow_1_r; cbn.
  - apply Pos2Nat.inj_lt in less. nia.
  - apply Pos2Nat.inj_lt in less. lia.
Qed.

Lemma does_app one other p : does (one ++ other) p = does one (does other p).
Proof. apply fold_right_app. Qed.

Lemma some_pair word : canonical word \/
  exists before a b later found, word = before ++ a :: b :: later /\ better a b = Some found.
Proof.
  induction word as [|a [|b rest] IH].
  - left. intros [|? ?] ? ? ?; discriminate.
  - left. intros [|? [|? ?]] ? ? ?; discriminate.
  - destruct (better a b) as [found|] eqn:E; [right; exists [], a, b, rest, found; auto|].
    destruct IH as [IH|(before & a' & b' & later & found & -> & same)].
    + left. intros [|a' before] c d later same; injection same.
      * now intros _ <- <-.
      * intros there _. eapply IH; eassumption.
    + right. now exists (a :: before), a', b', later, found.
Qed.

Lemma canonical_one word : Forall (fun a => In a turns) word ->
  exists other, Forall (fun a => In a turns) other /\ length other <= length word /\
    (forall p, does other p = does word p) /\ canonical other.
Proof.
  remember (length word) as size eqn:E. revert word E.
  induction size as [size shorter] using lt_wf_ind. intros word E.
  remember (code word) as number eqn:N. revert word E N.
  induction number as [number earlier_ones] using lt_wf_ind. intros word E N all.
  destruct (some_pair word) as [done|(before & a & b & later & found & same & step)].
  { exists word. rewrite E. auto. }
  destruct (better_is_better _ _ _ step) as (as_well & listed & less).
  assert (does_same : forall p, does (before ++ found ++ later) p = does word p).
  { intros p. rewrite same. change (a :: b :: later) with ([a; b] ++ later). rewrite !does_app. f_equal.
    apply as_well. }
  assert (all_listed : Forall (fun a => In a turns) (before ++ found ++ later)).
  { rewrite same in all. rewrite !Forall_app in *. destruct all as [one other].
    inversion other as [|? ? _ rest]; subst. inversion rest; subst. auto. }
  assert (length word = length before + 2 + length later) as sizes by (rewrite same, app_length; cbn; lia).
  assert (step_down : exists other, Forall (fun a => In a turns) other /\ length other <= size /\
    (forall p, does other p = does (before ++ found ++ later) p) /\ canonical other).
  { destruct (le_lt_dec 2 (length found)) as [two|few].
    - destruct found as [|c [|d [|? ?]]]; cbn in two, less; try lia; try easy.
      apply (earlier_ones (code (before ++ [c; d] ++ later))); 
        [|rewrite !app_length; cbn; lia|reflexivity|assumption].
      rewrite N, same. change (a :: b :: later) with ([a; b] ++ later). rewrite !code_app, !app_length.
      enough (code [c; d] < code [a; b]).
      { cbn [length]. assert (0 < base ^ length later)
          by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; discriminate). nia. }
      rewrite same, Forall_app in all. destruct all as [_ rest]. inversion rest as [|? ? _ rest']; subst.
      inversion rest'; subst. inversion listed as [|? ? _ last]; subst. inversion last; subst.
      now apply pair_smaller.
    - destruct (shorter (length (before ++ found ++ later))) with (word := before ++ found ++ later)
        as (other & H1 & H2 & H3 & H4); [rewrite !app_length; lia|reflexivity|assumption|].
      exists other. rewrite !app_length in H2. repeat split; auto. lia. }
  destruct step_down as (other & H1 & H2 & H3 & H4). exists other. repeat split; auto.
  intros p. now rewrite H3.
Qed.

End Canonical.

(** ** The theorem *)

Theorem canonical_word from turns better :
  (forall a b word, better a b = Some word ->
    (forall p, does from word p = does from [a; b] p) /\ Forall (fun c => In c turns) word /\
    smaller word a b) ->
  forall word, Forall (fun a => In a turns) word ->
  exists other, Forall (fun a => In a turns) other /\ length other <= length word /\
    (forall p, does from other p = does from word p) /\ canonical better other.
Proof. exact (canonical_one from turns better). Qed.
