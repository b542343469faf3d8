(** * Any puzzle: bounds from tables, and a search that finds nothing

    A view of a puzzle shows a state under a labelling that turns respect: the view after a turn depends
    on the view before it. A table gives each value of a view a number. If the number is 0 at the goal, and a turn
    lowers it by at most 1, then it is a lower bound for the number of turns; no property of the program that filled the table is used.

    A depth-first search omits a state whose bound exceeds the turns that are left. If it meets no solved state, no
    word that it may form solves the puzzle. The search may be cut into shares, by the first two turns. *)

From Coq Require Import NArith Bool List Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof.search Require Import Words.
Import ListNotations.
Local Open Scope N_scope.

(** ** Bounds *)

Section Views.

Context {State Turn Index : Type} (turns : list Turn).
Context (move : Index -> Turn -> Index) (shows : Index -> State -> Prop) (bound : Index -> N).

(** A turn lowers the number of a value that a state shows by at most 1. *)
Definition lowers_by_one : Prop :=
  forall i s t, shows i s -> In t turns -> bound i <= bound (move i t) + 1.

End Views.

Theorem table_is_bound {State Turn Index : Type} (step : State -> Turn -> State) turns (goal : State -> Prop)
  (move : Index -> Turn -> Index) (shows : Index -> State -> Prop) (bound : Index -> N) :
  (forall i s t, shows i s -> In t turns -> shows (move i t) (step s t)) ->
  (forall i s, shows i s -> goal s -> bound i = 0) ->
  lowers_by_one turns move shows bound ->
  forall word i s, shows i s -> Forall (fun t => In t turns) word -> goal (run step s word) ->
  bound i <= N.of_nat (length word).
Proof.
  intros respected zero lowers. induction word as [|t word IH]; intros i s shown all ends.
  - rewrite (zero i s shown ends). apply N.le_0_l.
  - inversion all as [|? ? listed rest]; subst.
    specialize (IH (move i t) (step s t) (respected i s t shown listed) rest ends).
    specialize (lowers i s t shown listed). cbn [length]. lia.
Qed.

(** ** The search *)

(** The result for a child: the node itself shows that the child is too far, without a look; its bound exceeds the number of turns
    left after it ([alike]: also for the other turns of its group); the child must be searched; or the child may be
    solved. *)
Inductive look (Node : Type) := Barred | Too_far (alike : bool) | Nearer (child : Node) | May_be_solved.
Arguments Barred {Node}.
Arguments Too_far {Node}.
Arguments Nearer {Node}.
Arguments May_be_solved {Node}.

Definition one : word := literal 1.

Section Search.

Context {Node Turn : Type}.
Context (enter : word -> Node -> Turn -> list Turn -> look Node) (follow : Turn -> list (list Turn)).

(** Turns that a word may have after each other, in groups. *)
Fixpoint chain (choices : list (list Turn)) (word : list Turn) : Prop :=
  match word with
  | [] => True
  | t :: word => In t (concat choices) /\ chain (follow t) word
  end.

(** The search of one group of turns. [made] has the earlier turns, the last one first; [deeper] searches a child. The
    result is the number of looks; [None] if a state may be solved. *)
Fixpoint search_group (deeper : Node -> list Turn -> list (list Turn) -> word -> option word) (spare : word)
  (node : Node) (made : list Turn) (turns : list Turn) (looks : word) : option word :=
  match turns with
  | [] => Some looks
  | t :: others =>
      match enter spare node t made with
      | Barred => search_group deeper spare node made others looks
      | Too_far alike =>
          if alike then Some (add looks one) else search_group deeper spare node made others (add looks one)
      | Nearer child =>
          match deeper child (t :: made) (follow t) (add looks one) with
          | Some looks => search_group deeper spare node made others looks
          | None => None
          end
      | May_be_solved => None
      end
  end.

(** The search of all groups. [lefts] counts down the turns that are left after the next one. *)
Fixpoint search (lefts : list word) (node : Node) (made : list Turn) (choices : list (list Turn)) (looks : word)
  : option word :=
  match lefts with
  | [] => Some looks
  | spare :: fewer =>
      let fix groups (choices : list (list Turn)) (looks : word) : option word :=
        match choices with
        | [] => Some looks
        | turns :: others =>
            match search_group (search fewer) spare node made turns looks with
            | Some looks => groups others looks
            | None => None
            end
        end in
      groups choices looks
  end.

(** One share: the words with a certain beginning. *)
Fixpoint share (lefts : list word) (node : Node) (made : list Turn) (choices : list (list Turn))
  (beginning : list Turn) (looks : word) {struct beginning} : option word :=
  match beginning with
  | [] => search lefts node made choices looks
  | t :: rest =>
      match lefts with
      | [] => Some looks
      | spare :: fewer =>
          match enter spare node t made with
          | Barred => Some looks
          | Too_far _ => Some (add looks one)
          | Nearer child => share fewer child (t :: made) (follow t) rest (add looks one)
          | May_be_solved => None
          end
      end
  end.

(** ** Theorems about a finished search *)

Context {State : Type} (step : State -> Turn -> State) (turns : list Turn) (goal : State -> Prop).
Context (fits : Node -> list Turn -> State -> Prop).

Notation of_turns := (Forall (fun t => In t turns)).

(** Turns of one group differ by one turn. *)
Definition one_apart (t u : Turn) : Prop := exists x, In x turns /\ forall s, step s u = step (step s t) x.

Definition good_groups (choices : list (list Turn)) : Prop :=
  Forall (fun group => of_turns group /\ ForallOrdPairs one_apart group) choices.

Definition right_look (spare : word) (node : Node) (t : Turn) (made : list Turn) (s : State) : Prop :=
  match enter spare node t made with
  | Barred => forall word, of_turns word -> N.of_nat (length word) <= value spare -> ~ goal (run step (step s t) word)
  | Too_far alike => forall word, of_turns word ->
      N.of_nat (length word) <= value spare + (if alike then 1 else 0) -> ~ goal (run step (step s t) word)
  | Nearer child => fits child (t :: made) (step s t) /\ ~ goal (step s t)
  | May_be_solved => True
  end.

Fixpoint counts_down (lefts : list word) : Prop :=
  match lefts with
  | [] => True
  | spare :: fewer => value spare = N.of_nat (length fewer) /\ value spare < 2 ^ 29 /\ counts_down fewer
  end.

Hypothesis enter_right : forall spare node t made s,
  value spare < 2 ^ 29 -> fits node made s -> In t turns -> right_look spare node t made s.
Hypothesis follow_good : forall t, In t turns -> good_groups (follow t).

Lemma in_group choices t : good_groups choices -> In t (concat choices) -> In t turns.
Proof.
  intros good listed. apply in_concat in listed as (group & there & listed).
  unfold good_groups in good. rewrite Forall_forall in good. destruct (good group there) as [all _].
  rewrite Forall_forall in all. auto.
Qed.

Lemma chain_of_turns word : forall choices, good_groups choices -> chain choices word -> of_turns word.
Proof.
  induction word as [|t word IH]; intros choices good linked; [constructor|]. destruct linked as [listed linked].
  pose proof (in_group choices t good listed). constructor; [assumption|]. apply (IH (follow t)); auto.
Qed.

Theorem search_excludes : forall lefts node made choices looks s found,
  counts_down lefts -> fits node made s -> good_groups choices ->
  search lefts node made choices looks = Some found ->
  forall word, word <> [] -> chain choices word -> (length word <= length lefts)%nat -> ~ goal (run step s word).
Proof.
  induction lefts as [|spare fewer IH]; intros node made choices looks s found counts fit good ends word some linked short.
  { destruct word; [easy|]. cbn in short. lia. }
  destruct counts as (counted & small & counts). cbn [search] in ends.
  destruct word as [|t word]; [easy|]. clear some. destruct linked as [listed linked].
  cbn [length] in short.
  assert (in_one : forall these looks found, of_turns these -> ForallOrdPairs one_apart these ->
    search_group (search fewer) spare node made these looks = Some found -> In t these -> ~ goal (run step s (t :: word))).
  { clear ends looks found. induction these as [|u others IHo]; intros looks found all apart ends there; [easy|].
    inversion all as [|? ? listed_u all']; subst. inversion apart as [|? ? from_u apart']; subst.
    cbn [search_group] in ends.
    pose proof (enter_right spare node u made s small fit listed_u) as right. unfold right_look in right.
    pose proof (in_group _ _ good listed) as listed_t.
    pose proof (chain_of_turns word (follow t) (follow_good t listed_t) linked) as all_word.
    destruct (enter spare node u made) as [|alike|child|] eqn:E; [| | |discriminate].
    - destruct there as [->|there]; [|exact (IHo _ _ all' apart' ends there)].
      change (run step s (t :: word)) with (run step (step s t) word). apply right; [assumption|]. lia.
    - destruct alike.
      + destruct there as [->|there].
        * cbn [run fold_left]. apply right; [assumption|]. lia.
        * rewrite Forall_forall in from_u. destruct (from_u t there) as (x & listed_x & same).
          change (run step s (t :: word)) with (run step (step s t) word). rewrite same.
          change (run step (step (step s u) x) word) with (run step (step s u) (x :: word)).
          apply right; [now constructor|]. cbn [length]. lia.
      + destruct there as [->|there].
        * apply right; [assumption|]. lia.
        * exact (IHo _ _ all' apart' ends there).
    - destruct (search fewer child (u :: made) (follow u) (add looks one)) as [more|] eqn:deeper; [|discriminate].
      destruct there as [->|there]; [|exact (IHo _ _ all' apart' ends there)].
      destruct right as [fit' unsolved].
      destruct word as [|u word]; [exact unsolved|].
      change (run step s (t :: u :: word)) with (run step (step s t) (u :: word)).
      refine (IH _ _ _ _ _ _ counts fit' (follow_good t listed_t) deeper _ _ linked _); [discriminate|].
      cbn [length] in *. lia. }
  clear IH. revert looks found ends good listed.
  induction choices as [|these choices IHc]; intros looks found ends good listed; [easy|].
  inversion good as [|? ? [all apart] good']; subst.
  destruct (search_group (search fewer) spare node made these looks) as [more|] eqn:E; [|discriminate].
  cbn [concat] in listed. apply in_app_iff in listed as [listed|listed].
  - exact (in_one these looks more all apart E listed).
  - exact (IHc more found ends good' listed).
Qed.

(** A share excludes the words with its beginning, and the beginnings of its beginning. *)
Definition comparable (word beginning : list Turn) : Prop :=
  (exists rest, word = beginning ++ rest) \/ (exists rest, beginning = word ++ rest).

Theorem share_excludes : forall beginning lefts node made choices looks s found,
  counts_down lefts -> fits node made s -> good_groups choices ->
  share lefts node made choices beginning looks = Some found ->
  forall word, word <> [] -> chain choices word -> comparable word beginning ->
  (length word <= length lefts)%nat -> ~ goal (run step s word).
Proof.
  induction beginning as [|t beginning IH];
    intros lefts node made choices looks s found counts fit good ends word some linked alike short.
  { cbn [share] in ends. exact (search_excludes _ _ _ _ _ _ _ counts fit good ends word some linked short). }
  destruct lefts as [|spare fewer]; [destruct word; [easy|cbn in short; lia]|].
  destruct counts as (counted & small & counts). cbn [share] in ends.
  destruct word as [|u word]; [easy|]. clear some. destruct linked as [listed linked]. cbn [length] in short.
  assert (u = t /\ comparable word beginning) as [-> alike'].
  { destruct alike as [(rest & same)|(rest & same)]; injection same as -> same; split; [reflexivity| |reflexivity|].
    - left. now exists rest.
    - right. now exists rest. }
  pose proof (in_group _ _ good listed) as listed_t.
  pose proof (enter_right spare node t made s small fit listed_t) as right. unfold right_look in right.
  destruct (enter spare node t made) as [|alike''|child|]; [| | |discriminate].
  - change (run step s (t :: word)) with (run step (step s t) word). apply right; [|lia].
    apply (chain_of_turns word (follow t)); auto.
  - change (run step s (t :: word)) with (run step (step s t) word). apply right.
    + apply (chain_of_turns word (follow t)); auto.
    + destruct alike''; lia.
  - destruct right as [fit' unsolved]. destruct word as [|u word]; [exact unsolved|].
    change (run step s (t :: u :: word)) with (run step (step s t) (u :: word)).
    refine (IH _ _ _ _ _ _ _ counts fit' (follow_good t listed_t) ends _ _ linked alike' _); [discriminate|].
    cbn [length] in *. lia.
Qed.

(** The shares are the whole if each two turns that may start a word start a share. *)
Theorem shares_exclude choices shares lefts node s :
  counts_down lefts -> fits node [] s -> good_groups choices ->
  (forall t, In t (concat choices) -> concat (follow t) <> []) ->
  (forall t u, In t (concat choices) -> In u (concat (follow t)) -> In (t, u) shares) ->
  (forall t u, In (t, u) shares -> exists looks found, share lefts node [] choices [t; u] looks = Some found) ->
  forall word, word <> [] -> chain choices word -> (length word <= length lefts)%nat -> ~ goal (run step s word).
Proof.
  intros counts fit good followed covered done word some linked short.
  assert (exists t u, In (t, u) shares /\ comparable word [t; u]) as (t & u & there & alike).
  { destruct word as [|t word]; [easy|]. destruct linked as [listed linked].
    destruct word as [|u word].
    - specialize (followed t listed). destruct (concat (follow t)) as [|u others] eqn:E; [easy|].
      exists t, u. split; [apply covered; [assumption|rewrite E; now left]|]. right. now exists [u].
    - destruct linked as [listed' _]. exists t, u. split; [now apply covered|]. left. now exists word. }
  destruct (done t u there) as (looks & found & ends).
  exact (share_excludes _ _ _ _ _ _ _ _ counts fit good ends word some linked alike short).
Qed.

End Search.

(** ** Examples

    A state is a number, and the only turn lowers it by 1: numbers that fall by 2 are no bounds, and neither are numbers that are
    not 0 at the goal. *)
Example steps_of_two_are_no_bounds :
  let step (s : nat) (_ : unit) := pred s in
  run step 1%nat [tt] = 0%nat /\ ~ 2 * N.of_nat 1 <= N.of_nat (length [tt]) /\
  ~ lowers_by_one [tt] step eq (fun s => 2 * N.of_nat s).
Proof.
  cbv zeta. split; [reflexivity|]. split; [cbn; lia|]. intros H. specialize (H 1%nat 1%nat tt eq_refl (or_introl eq_refl)).
  cbn in H. lia.
Qed.

Example the_goal_has_0 :
  let step (s : nat) (_ : unit) := pred s in
  lowers_by_one [tt] step eq (fun s => N.of_nat s + 1) /\ ~ N.of_nat 1 + 1 <= N.of_nat (length [tt]).
Proof. cbv zeta. split; [|cbn; lia]. intros i s t <- _. destruct i; cbn [pred]; lia. Qed.
