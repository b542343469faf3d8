(** * The superflip needs 20 turns, if searches after 75 beginnings find nothing

    The superflip looks the same from all 48 sides, so an answer may begin with one of 75 words of 3 turns. It commutes
    with every word, so an answer with a half turn may begin with a half turn: then 28 beginnings suffice. An answer
    of 19 turns has a half turn, since the superflip is an even permutation of the stickers, and a quarter turn is an odd one.

    The search after a beginning is a search of the cube after these 3 turns: all words may follow. Words in canonical
    order only would not suffice, because a symmetry does not keep that order.

    The theorem is about any even length, and shorter ones are quick to search. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Lists Reduction Certificate Shortest Parity.
From Cubeproof.search Require Import Bounds Views Tables Search Excluded.
From Cubeproof.god Require Import Symmetries.
Import ListNotations.

(** ** Beginnings *)

Definition three_turns : Type := named * named * named.

(** Neighbours that are turns of opposite faces in a fixed order, and then neighbours of the same face as one turn. *)
Definition in_order (k l : named) : named * named :=
  if opposite (fst k) (fst l) && (face_index (fst l) <? face_index (fst k)) then (l, k) else (k, l).

Definition ordered_three (k l m : named) : three_turns :=
  let (k, l) := in_order k l in let (l, m) := in_order l m in let (k, l) := in_order k l in (k, l, m).

Definition joined (k l : named) : list named :=
  match (snd k + snd l) mod 4 with 0 => [] | sum => [(fst k, sum)] end.

(** The ordered word, or a shorter one that does the same. *)
Definition shorter (three : three_turns) : option (list named) :=
  let '(k, l, m) := three in
  let '(k, l, m) := ordered_three k l m in
  if face_eqb (fst k) (fst l) then Some (joined k l ++ [m])
  else if face_eqb (fst l) (fst m) then Some (k :: joined l m)
  else None.

Definition code (three : three_turns) : N :=
  let digit k := N.of_nat (3 * face_index (fst k) + snd k) in
  let '(k, l, m) := three in (digit k * 400 + digit l * 20 + digit m)%N.

(** Of the 48 images, the first one in the order of codes, and its symmetry. *)
Definition first_image (three : three_turns) : option (symmetry * three_turns) :=
  let '(k, l, m) := three in
  fold_left (fun best s =>
    let this := ordered_three (image s k) (image s l) (image s m) in
    match best with
    | Some (_, other) => if (code other <=? code this)%N then best else Some (s, this)
    | None => Some (s, this)
    end) symmetries None.

Definition all_threes : list three_turns := list_prod (list_prod kinds kinds) kinds.

Definition is_half (k : named) : bool := snd k =? 2.

Definition three_eqb (one other : three_turns) : bool :=
  let '(k, l, m) := one in let '(k', l', m') := other in kind_eqb k k' && kind_eqb l l' && kind_eqb m m'.

Definition listed_once (threes : list three_turns) : list three_turns :=
  rev (fold_left (fun kept three => if any (three_eqb three) kept then kept else three :: kept) threes []).

Definition first_images (threes : list three_turns) : list three_turns :=
  listed_once (flat_map (fun three =>
    match shorter three, first_image three with None, Some (_, first) => [first] | _, _ => [] end) threes).

(** The beginnings, computed once: the first images of all words of 3 turns that no shorter word replaces. *)
Definition beginnings : list three_turns := Eval vm_compute in first_images all_threes.

(** Those of the words that start with a half turn. *)
Definition half_beginnings : list three_turns :=
  Eval vm_compute in first_images (filter (fun '(k, _, _) => is_half k) all_threes).

Example as_many_beginnings : (length beginnings, length half_beginnings) = (75, 28).
Proof. vm_cast_no_check (eq_refl (75, 28)). Qed.

(** ** The question of each search *)

Definition word_of (three : three_turns) : list named := let '(k, l, m) := three in [k; l; m].

Definition cube_after (three : three_turns) : colouring := after 3 (map slab_of (word_of three)) superflip.

(** No [k] turns solve a cube: the end of the theorems of search/Excluded.v. *)
Definition excludes (cube : colouring) (k : nat) : Prop :=
  forall word, Forall (fun s => In s (all_turns 3)) word -> word_cost 3 htm word <= k -> ~ solved 3 (after 3 word cube).

(** For [n] turns as a bound, the turns that a search excludes after a beginning. *)
Definition turns_to_exclude (n : nat) (three : three_turns) : nat :=
  if any (three_eqb three) half_beginnings then n - 4 else n - 5.

(** Whether the searches, each a beginning and the turns excluded after it, suffice. *)
Definition all_searched (n : nat) (searches : list (three_turns * nat)) : bool :=
  Nat.even n && forallb (fun three =>
    any (fun '(other, k) => if three_eqb three other then turns_to_exclude n three <=? k else false) searches) beginnings.

(** ** Each word of 3 turns has its beginning *)

Definition has_beginning (three : three_turns) : bool :=
  match shorter three with
  | Some word => (length word <? 3) && forallb is_kind word && same_effect (word_of three) word
  | None =>
      match first_image three with
      | Some (s, first) =>
          same_effect (map (image s) (word_of three)) (word_of first)
          && any (three_eqb first) beginnings
          && (if is_half (fst (fst three)) then any (three_eqb first) half_beginnings else true)
      | None => false
      end
  end.

Lemma all_have_beginnings : every has_beginning all_threes = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma kind_eqb_refl k : kind_eqb k k = true.
Proof. now apply kind_eqb_spec. Qed.

Lemma three_eqb_spec one other : three_eqb one other = true <-> one = other.
Proof.
  destruct one as [[k l] m], other as [[k' l'] m']. unfold three_eqb. rewrite !andb_true_iff, !kind_eqb_spec.
  split; [now intros [[-> ->] ->]|now intros [= -> -> ->]].
Qed.

Lemma any_three three among : any (three_eqb three) among = true <-> In three among.
Proof.
  rewrite any_spec. split.
  - intros (other & there & same). apply three_eqb_spec in same. now subst.
  - intros there. exists three. split; [assumption|]. now apply three_eqb_spec.
Qed.

Lemma beginnings_are_kinds three : In three beginnings -> of_kinds (word_of three).
Proof.
  assert (every (fun three => every is_kind (word_of three)) beginnings = true) as H
    by (vm_cast_no_check (eq_refl true)).
  intros listed. pose proof (proj1 (every_spec _ _) H three listed) as all.
  apply Forall_forall. intros k there. apply is_kind_spec. exact (proj1 (every_spec _ _) all k there).
Qed.

Lemma first_image_listed three s first : first_image three = Some (s, first) -> In s symmetries.
Proof.
  destruct three as [[k l] m]. unfold first_image.
  assert (forall these best, (forall s first, best = Some (s, first) -> In s symmetries) ->
    (forall s, In s these -> In s symmetries) ->
    fold_left (fun best s =>
      let this := ordered_three (image s k) (image s l) (image s m) in
      match best with
      | Some (_, other) => if (code other <=? code this)%N then best else Some (s, this)
      | None => Some (s, this)
      end) these best = Some (s, first) -> In s symmetries) as H.
  { induction these as [|s' these IH]; intros best good listed ends; [exact (good s first ends)|].
    cbn [fold_left] in ends. cbv zeta in ends. refine (IH _ _ (fun s there => listed s (or_intror there)) ends).
    intros s'' first'' same. destruct best as [[s1 other]|].
    - destruct (_ <=? _)%N; [exact (good _ _ same)|]. injection same as <- _. now apply listed; left.
    - injection same as <- _. now apply listed; left. }
  apply H; [discriminate|auto].
Qed.

(** An answer is made shorter, or its image has a beginning of the list. *)
Lemma has_a_beginning k l m rest : answers (k :: l :: m :: rest) ->
  (exists other, answers other /\ length other < length (k :: l :: m :: rest)) \/
  exists first rest', answers (word_of first ++ rest') /\ length rest' = length rest /\ In first beginnings /\
    (is_half k = true -> In first half_beginnings).
Proof.
  intros answered. pose proof (proj1 answered) as all.
  inversion all as [|? ? Hk all1]; subst. inversion all1 as [|? ? Hl all2]; subst.
  inversion all2 as [|? ? Hm all_rest]; subst.
  assert (In (k, l, m) all_threes) as listed by (repeat apply in_prod; assumption).
  pose proof (proj1 (every_spec _ _) all_have_beginnings _ listed) as H. unfold has_beginning in H.
  assert (of_kinds [k; l; m]) as three_all
    by (constructor; [exact Hk|constructor; [exact Hl|constructor; [exact Hm|constructor]]]).
  destruct (shorter (k, l, m)) as [word|].
  - left. rewrite !andb_true_iff in H. destruct H as [[short kinds_only] same]. apply Nat.ltb_lt in short.
    exists (word ++ rest). split.
    + apply (exchanged_answers [k; l; m] word rest same); [|exact answered].
      apply Forall_forall. intros x there. apply is_kind_spec. rewrite forallb_forall in kinds_only. auto.
    + rewrite app_length. cbn [length]. lia.
  - right. destruct (first_image (k, l, m)) as [[s first]|] eqn:E; [|discriminate].
    apply first_image_listed in E. rewrite !andb_true_iff in H. destruct H as [[same there] half].
    apply any_three in there. exists first, (map (image s) rest). split; [|split; [apply map_length|split; [exact there|]]].
    + apply (exchanged_answers (map (image s) [k; l; m]) (word_of first)).
      * exact same.
      * now apply beginnings_are_kinds.
      * rewrite <- map_app. apply image_answers; [exact E|exact answered].
    + intros halved. cbn [fst] in half. rewrite halved in half. now apply any_three.
Qed.

(** ** Short words, and parity *)

Lemma no_short_answers word : length word < 3 -> ~ answers word.
Proof.
  assert (every (fun k => every (fun l =>
      negb (permutation_eqb (table_of [k; l]) flipped) && negb (permutation_eqb (table_of [k]) flipped)
      && negb (permutation_eqb (table_of []) flipped)) kinds) kinds = true) as H by (vm_cast_no_check (eq_refl true)).
  assert (forall word, answers word -> permutation_eqb (table_of word) flipped = true) as tables_agree.
  { intros other [all exchanged]. apply permutation_eqb_spec. destruct flips_are_places as [long _].
    destruct (table_of_spec other 0 all ltac:(lia)) as [_ long']. apply (nth_ext _ _ 0 0); [congruence|].
    intros i short. rewrite long' in short. destruct (table_of_spec other i all short) as [-> _]. auto. }
  intros short answered. pose proof (tables_agree word answered) as E. destruct answered as [all _].
  assert (In (U, 1) kinds) as some by now apply is_kind_spec.
  destruct word as [|k [|l [|? ?]]]; [| | |cbn in short; lia].
  - pose proof (proj1 (every_spec _ _) (proj1 (every_spec _ _) H _ some) _ some) as H'.
    cbv beta in H'. rewrite E in H'. now rewrite andb_false_r in H'.
  - inversion all as [|? ? Hk _]; subst.
    pose proof (proj1 (every_spec _ _) (proj1 (every_spec _ _) H _ Hk) _ Hk) as H'.
    cbv beta in H'. rewrite E in H'. cbn [negb] in H'. now rewrite andb_false_r in H'.
  - inversion all as [|? ? Hk rest]; subst. inversion rest as [|? ? Hl _]; subst.
    pose proof (proj1 (every_spec _ _) (proj1 (every_spec _ _) H _ Hk) _ Hl) as H'.
    cbv beta in H'. now rewrite E in H'.
Qed.

Lemma quarters_are_moves : forallb (fun '(k, p) => if is_half k then true else
  existsb (permutation_eqb p) (moves 3 qtm DBL)) permutations = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma superflip_is_even : is_odd 54 (fun i => nth i flipped 0) = false.
Proof. vm_cast_no_check (eq_refl false). Qed.

Lemma odd_answers_have_half_turns word : answers word -> Nat.odd (length word) = true ->
  exists k, In k word /\ is_half k = true.
Proof.
  intros [all exchanged] odd. destruct (existsb is_half word) eqn:E; [now apply existsb_exists in E|exfalso].
  assert (Forall (fun p => In p (moves 3 qtm DBL)) (map permutation_by word)) as quarters_only.
  { apply Forall_map, Forall_forall. intros k there. rewrite Forall_forall in all.
    pose proof (proj1 (forallb_forall _ _) quarters_are_moves _ (in_map (fun k => (k, permutation_by k)) _ _ (all k there)))
      as H. cbv beta iota in H. destruct (is_half k) eqn:half.
    - assert (existsb is_half word = true) as some by (apply existsb_exists; now exists k). congruence.
    - apply existsb_exists in H as (p & listed & same). apply permutation_eqb_spec in same. now subst. }
  destruct (word_of_quarters 3 DBL (map permutation_by word) (or_intror eq_refl) quarters_only) as [_ parity].
  assert (Nat.odd (length (map permutation_by word)) = true) as odd' by (rewrite map_length; exact odd).
  rewrite odd' in parity. change (stickers 3) with 54 in parity.
  pose proof (is_odd_ext 54 (goes word) (fun i => nth i flipped 0) exchanged) as same.
  rewrite superflip_is_even in same. exact (Bool.diff_true_false (eq_trans (eq_sym parity) same)).
Qed.

(** ** Answers and searches *)

Lemma superflip_as_held : length superflip = 54 /\ relabelled superflip = superflip /\
  forall f, face_with superflip (nth (centre f) superflip U) = f.
Proof. split; [reflexivity|]. split; [vm_compute; reflexivity|]. intros []; vm_compute; reflexivity. Qed.

(** A word of all turns that solves the superflip, as an answer in turns of faces that is no longer. *)
Lemma solving_answer word : Forall (fun s => In s (all_turns 3)) word -> solved 3 (after 3 word superflip) ->
  exists other, answers other /\ length other <= word_cost 3 htm word.
Proof.
  intros all ends. destruct superflip_as_held as (long & same & centred).
  destruct (solving_chain superflip word long centred all ends) as (turns & linked & short & goal).
  exists (map Search.kind turns). rewrite map_length. split; [|exact short]. rewrite same in goal.
  pose proof (chain_of_turns follow step all_moves (fun t _ => follow_is_good t) turns all_groups
    (groups_are_good faces) linked) as of_turns.
  apply solved_is_answered; [now apply kinds_of_moves|]. rewrite <- run_step. exact goal.
Qed.

Lemma solved_is_solved : solved 3 (solved_colours 3).
Proof. apply is_solved_spec; [right; now left|]. vm_cast_no_check (eq_refl true). Qed.

Lemma slabs_of_kinds word : of_kinds word ->
  Forall (fun s => In s (all_turns 3)) (map slab_of word) /\ word_cost 3 htm (map slab_of word) = length word.
Proof.
  intros all. split.
  - apply Forall_map. revert all. apply Forall_impl. intros k listed. now apply one_kind.
  - induction all as [|k word listed all IH]; [reflexivity|]. cbn [map length]. rewrite <- IH.
    destruct k as [f q]. reflexivity.
Qed.

Lemma searched_beginning first rest k : In first beginnings -> excludes (cube_after first) k ->
  answers (word_of first ++ rest) -> length rest <= k -> False.
Proof.
  intros listed nothing answered short. pose proof (proj1 answered) as all.
  pose proof (proj1 (Forall_app _ _ _) all) as [first_all rest_all].
  apply (solved_is_answered _ all) in answered. rewrite run_is_after, map_app in answered.
  destruct (slabs_of_kinds rest rest_all) as [of_turns cost_is].
  apply (nothing (map slab_of rest) of_turns); [now rewrite cost_is|].
  assert (after 3 (map slab_of rest) (cube_after first) = solved_colours 3) as ->; [|exact solved_is_solved].
  rewrite <- answered. unfold cube_after, after. symmetry. apply fold_left_app.
Qed.

Section Searched.

Variables (n : nat) (searches : list (three_turns * nat)).
Hypothesis all_there : all_searched n searches = true.
Hypothesis nothing_found : forall first k, In (first, k) searches -> excludes (cube_after first) k.

Lemma no_answer_after first rest : In first beginnings -> answers (word_of first ++ rest) ->
  length rest <= turns_to_exclude n first -> False.
Proof using all_there nothing_found.
  intros listed answered short. unfold all_searched in all_there. apply andb_true_iff in all_there as [_ H].
  pose proof (proj1 (forallb_forall _ _) H first listed) as some. cbv beta in some.
  apply any_spec in some as ([other k] & there & enough). destruct (three_eqb first other) eqn:same; [|discriminate].
  apply three_eqb_spec in same. subst other. apply Nat.leb_le in enough.
  apply (searched_beginning first rest k listed (nothing_found first k there) answered). lia.
Qed.

Lemma exclude_at_least first : n - 5 <= turns_to_exclude n first.
Proof. unfold turns_to_exclude. destruct (any _ _); lia. Qed.

(** No answer has two turns less. *)
Lemma no_answer_of_two_less size : forall word, length word = size -> answers word -> length word + 2 <= n -> False.
Proof using all_there nothing_found.
  induction size as [size IH] using lt_wf_ind. intros word counted answered short.
  destruct (le_lt_dec 3 (length word)) as [three|few]; [|exact (no_short_answers word few answered)].
  destruct word as [|k [|l [|m rest]]]; cbn [length] in three; try lia.
  destruct (has_a_beginning k l m rest answered) as [(other & answered' & less)|(first & rest' & answered' & long & listed & _)].
  - apply (IH (length other)) with other; [lia|reflexivity|assumption|lia].
  - apply (no_answer_after first rest' listed answered'). pose proof (exclude_at_least first).
    cbn [length] in short. lia.
Qed.

Lemma superflip_counts : forall word, Forall (fun s => In s (all_turns 3)) word ->
  solved 3 (after 3 word superflip) -> n <= word_cost 3 htm word.
Proof using all_there nothing_found.
  intros word all ends. destruct (le_lt_dec n (word_cost 3 htm word)) as [|less]; [assumption|exfalso].
  destruct (solving_answer word all ends) as (answer & answered & short).
  destruct (le_lt_dec (length answer + 2) n) as [two|one].
  { exact (no_answer_of_two_less _ answer eq_refl answered two). }
  assert (n = S (length answer)) as counted by lia.
  assert (Nat.odd (length answer) = true) as odd.
  { unfold all_searched in all_there. apply andb_true_iff in all_there as [even _].
    rewrite counted, Nat.even_succ in even. exact even. }
  destruct (odd_answers_have_half_turns answer answered odd) as (k & there & half).
  apply in_split in there as (before & later & ->). apply shifted_answers in answered.
  assert (length ((k :: later) ++ before) = length (before ++ k :: later)) as as_long
    by (rewrite !app_length; cbn [length]; lia).
  rewrite <- as_long in counted. cbn [app] in *. generalize dependent (later ++ before). intros word' counted answered _.
  destruct (le_lt_dec 3 (length (k :: word'))) as [three|few]; [|exact (no_short_answers _ few answered)].
  destruct word' as [|l [|m rest]]; cbn [length] in three; try lia.
  destruct (has_a_beginning k l m rest answered) as [(other & answered' & fewer)|(first & rest' & answered' & long & listed & halved)].
  - apply (no_answer_of_two_less _ other eq_refl answered'). lia.
  - apply (no_answer_after first rest' listed answered'). unfold turns_to_exclude.
    rewrite (proj2 (any_three first half_beginnings) (halved half)). cbn [length] in counted. lia.
Qed.

End Searched.

(** ** The theorems *)

Theorem superflip_needs : forall n searches,
  all_searched n searches = true ->
  (forall first k, In (first, k) searches -> excludes (cube_after first) k) ->
  forall word, Forall (fun s => In s (all_turns 3)) word -> solved 3 (after 3 word superflip) ->
  n <= word_cost 3 htm word.
Proof. exact superflip_counts. Qed.

(** An answer of 20 turns; the superflip takes itself back, so this word also leads to it. *)
Definition twenty_turns : list slab := map slab_of
  [(U, 1); (R, 2); (F, 1); (B, 1); (R, 1); (B, 2); (R, 1); (U, 2); (L, 1); (B, 2);
   (R, 1); (U, 3); (D, 3); (R, 2); (F, 1); (R, 3); (L, 1); (B, 2); (U, 2); (F, 2)].

Lemma twenty_turns_answer : is_answer 3 superflip twenty_turns = true /\ word_cost 3 htm twenty_turns = 20 /\
  after 3 twenty_turns (solved_colours 3) = superflip.
Proof.
  split; [vm_cast_no_check (eq_refl true)|]. split; [reflexivity|]. vm_cast_no_check (eq_refl superflip).
Qed.

Theorem superflip_needs_20_turns : forall searches,
  all_searched 20 searches = true ->
  (forall first k, In (first, k) searches -> excludes (cube_after first) k) ->
  shortest 3 htm superflip twenty_turns /\
  forall word, Forall (fun s => In s (all_turns 3)) word -> solved 3 (after 3 word superflip) ->
  20 <= word_cost 3 htm word.
Proof.
  intros searches all_there nothing_found. destruct twenty_turns_answer as (answer & counts & _).
  pose proof (superflip_needs 20 searches all_there nothing_found) as needed. split; [|exact needed].
  split; [now apply is_answer_solves|]. intros other [turns ends]. rewrite counts. now apply needed.
Qed.

(** ** Examples *)

(** 16 turns after 28 beginnings and 15 after the others; one search less, one turn less, or an odd length is not enough. *)
Example searches_must_suffice :
  let enough := map (fun first => (first, turns_to_exclude 20 first)) beginnings in
  (map (fun k => length (filter (fun '(_, turns) => turns =? k) enough)) [15; 16],
   all_searched 20 enough, all_searched 20 (tl enough),
   all_searched 20 (map (fun '(first, k) => (first, if k =? 16 then 15 else k)) enough),
   all_searched 20 (map (fun '(first, k) => (first, if k =? 15 then 14 else k)) enough),
   all_searched 21 (map (fun '(first, _) => (first, 40)) enough))
  = ([47; 28], true, false, false, false, false).
Proof. vm_cast_no_check (eq_refl ([47; 28], true, false, false, false, false)). Qed.
