(** * A cube as a puzzle that formulas are about

    Given the permutations that may be made, the colours at the start and those that are wanted, and how many
    steps there are, this file makes the tables of [formula/Framed.v] and computes that they are sound. What
    is only of use to make them fast or complete, and comes from outside, is a [hint]: nothing is believed of
    it. *)

From Coq Require Import ZArith Arith Bool List PArith FMapPositive Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.refutation Require Import Lrup.
From Cubeproof.formula Require Import Lists Canonical Distances Framed.
Import ListNotations.
Open Scope nat_scope.

(** What a program that reads a certificate may add. *)
Record hint := {
  layers : PositiveMap.t positive;               (* which layer an action turns *)
  things : list positive;                        (* the things that the formula speaks of, in its order *)
  triples : bool                                 (* whether it has clauses about three things *)
}.

(** Stickers are counted from 0; places and actions from 1, as in the formula. *)
Definition place_of (sticker : nat) : positive := Pos.of_succ_nat sticker.

(** The next sticker of the same cubie, clockwise for who looks at it from outside. *)
Definition mate (size : nat) (p : point) : point :=
  let normals q := map normal (filter (fun f => dot q (normal f) =? Z.of_nat size)%Z faces) in
  let turn_to q := match normals p, normals q with
                   | n :: _, m :: _ => dot (cross n m) (cubie size p)
                   | _, _ => 0%Z
                   end in
  let others :=
    filter (fun q => point_eqb (cubie size p) (cubie size q) && negb (point_eqb p q)) (points size) in
  match others with
  | [] => p
  | [q] => q
  | _ => match find (fun q => (turn_to q <? 0)%Z) others with Some q => q | None => p end
  end.
Definition mates (size : nat) : permutation := map (fun p => number size (mate size p)) (points size).

(** ** Tables *)

Section Tables.
Variables (all_places turns : list positive) (last idle : positive).

Definition all_actions : list positive := turns ++ [idle].

Definition map_of (p : permutation) : PositiveMap.t positive :=
  fold_left (fun m '(place, sticker) => PositiveMap.add place (place_of sticker) m)
            (combine all_places p) (PositiveMap.empty _).

(** What has no entry stays where it is. *)
Definition image (m : PositiveMap.t positive) (p : positive) : positive :=
  if (p <=? last)%positive then match PositiveMap.find p m with Some q => q | None => p end else p.

Definition move_maps (moves : list permutation) : PositiveMap.t (PositiveMap.t positive) :=
  fold_left (fun m '(a, p) => PositiveMap.add a (map_of p) m) (combine turns moves) (PositiveMap.empty _).

Definition from_in (maps : PositiveMap.t (PositiveMap.t positive)) (a p : positive) : positive :=
  match PositiveMap.find a maps with Some m => image m p | None => p end.

Definition colour_map (colours : colouring) : PositiveMap.t face :=
  fold_left (fun m '(p, c) => PositiveMap.add p c m) (combine all_places colours) (PositiveMap.empty _).
Definition colour (m : PositiveMap.t face) (p : positive) : face :=
  match PositiveMap.find p m with Some c => c | None => U end.

Section From.
Variable from : positive -> positive -> positive.

Definition same (one other : list positive) : bool :=
  every (fun p => (does from one p =? does from other p)%positive) all_places.

(** *** Canonical order: what may replace a pair *)

Definition pairs_before (a b : positive) : list (list positive) :=
  flat_map (fun c => if (c <? a)%positive then map (fun d => [c; d]) turns
                     else if (c =? a)%positive
                     then map (fun d => [c; d]) (filter (fun d => d <? b)%positive turns)
                     else []) turns.

Definition replacement (a b : positive) : option (list positive) :=
  find (same [a; b]) ([] :: map (fun c => [c]) turns ++ pairs_before a b).

Definition replacements : trie (list positive) :=
  fold_left (fun t '(a, b) => match replacement a b with Some word => enter [a; b] word t | None => t end)
            (list_prod turns turns) nowhere.

(** *** The way back *)

Definition undoing : PositiveMap.t positive :=
  fold_left (fun m a => match find (fun b => same [b; a] []) all_actions with
                        | Some b => PositiveMap.add a b m
                        | None => m
                        end) all_actions (PositiveMap.empty _).

(** *** Rotations that turn actions into actions *)

Definition turning (rotation : positive -> positive) (a b : positive) : bool :=
  every (fun p => (from b (rotation p) =? rotation (from a p))%positive) all_places.

Definition good_rotation (rotation : positive -> positive) : bool :=
  every (fun a => any (turning rotation a) all_actions) all_actions.

Definition good_rotations (these : list permutation) : list (positive -> positive) :=
  filter good_rotation (map (fun r => image (map_of r)) these).

End From.

(** *** Where things may be at the end: their cubie shows what is wanted *)

Section Ends.
Variables (mate_of : positive -> positive) (shown wanted : positive -> face).

Definition may_be (thing p : positive) : bool :=
  face_eqb (shown thing) (wanted p)
  && face_eqb (shown (mate_of thing)) (wanted (mate_of p))
  && face_eqb (shown (mate_of (mate_of thing))) (wanted (mate_of (mate_of p))).

Definition is_place (p : positive) : bool := existsb (Pos.eqb p) all_places.

Definition only_thing (p : positive) : option positive :=
  if is_place p
  then match filter (fun thing => may_be thing p) all_places with [thing] => Some thing | _ => None end
  else None.

Definition target_map : PositiveMap.t positive :=
  fold_left (fun m p => match only_thing p with Some thing => PositiveMap.add thing p m | None => m end)
            all_places (PositiveMap.empty _).
End Ends.

Definition forbidden_in (t : trie (list positive)) (a b : positive) : bool :=
  if (a =? idle)%positive then false
  else if (b =? idle)%positive then true
  else match lookup [a; b] t with Some _ => true | None => false end.

End Tables.

(** Tuples of which a formula needs distances: of single things, pairs, and three, from start and end. *)
Fixpoint tuples (n : nat) (among : list positive) : list (list positive) :=
  match n with
  | 0 => [[]]
  | S m => (fix choose among := match among with
            | [] => []
            | p :: rest => map (cons p) (tuples m rest) ++ choose rest
            end) among
  end.

Definition roots (hints : hint) (target : positive -> option positive) : list (list positive) :=
  let ends := flat_map (fun thing => match target thing with Some p => [p] | None => [] end) (things hints) in
  tuples 1 (things hints) ++ tuples 1 ends ++ tuples 2 (things hints) ++ tuples 2 ends
  ++ (if triples hints then tuples 3 ends else []).

(** ** All of it *)

Section Cube.
Variable size : nat.
Variable moves : list permutation.               (* what may be made *)
Variables start goal : colouring.
Variable steps : nat.                            (* how often, at most *)
Variable hints : hint.

Definition places_of_cube : list positive := map place_of (seq 0 (stickers size)).
Definition turns_of_cube : list positive := map place_of (seq 0 (length moves)).
Definition idle_of_cube : positive := place_of (length moves).

Definition puzzle_of_cube : puzzle :=
  let all_places := places_of_cube in
  let last := Pos.of_nat (stickers size) in
  let turns := turns_of_cube in
  let idle := idle_of_cube in
  let actions := all_actions turns idle in
  let maps := move_maps all_places turns moves in
  let from := from_in last maps in
  let undos := undoing all_places turns idle from in
  let mate_map := map_of all_places (mates size) in
  let mate_of := image last mate_map in
  let start_map := colour_map all_places start in
  let goal_map := colour_map all_places goal in
  let shown := colour start_map in
  let wanted := colour goal_map in
  let pairs := replacements all_places turns from in
  let targets := target_map all_places mate_of shown wanted in
  let target thing := PositiveMap.find thing targets in
  let turned := good_rotations all_places turns last idle from (rotations size) in
  let same_thing := [mate_of; fun p => mate_of (mate_of p)] in
  let distances := stored actions from turned same_thing (roots hints target) in
  let layer_map := layers hints in
  {| horizon := steps;
     places := all_places;
     actions := actions;
     Framed.from := from;
     undo := fun a => match PositiveMap.find a undos with Some b => b | None => a end;
     layer_of := fun a => match PositiveMap.find a layer_map with Some l => l | None => a end;
     forbidden := forbidden_in idle pairs;
     fits := may_be mate_of shown wanted;
     owner := only_thing all_places mate_of shown wanted;
     Framed.target := target;
     distance := distance_in distances |}.

(** What is computed of a puzzle that was made so: that its maps are the permutations and the colours, that
    what an action brings is there and can be brought back, and that cubies stay whole. *)
Definition is_in_order (z : puzzle) : bool :=
  let all_places := places_of_cube in
  let last := Pos.of_nat (stickers size) in
  let numbers := seq 0 (stickers size) in
  let from := Framed.from z in
  let mate_map := map_of all_places (mates size) in
  let mate_of := image last mate_map in
  let start_map := colour_map all_places start in
  let goal_map := colour_map all_places goal in
  forallb (fun p => p <=? last)%positive all_places
  && forallb (fun '(a, p) => forallb (fun sticker =>
       (from a (place_of sticker) =? place_of (nth sticker p O))%positive) numbers)
       (combine turns_of_cube moves)
  && forallb (fun sticker => face_eqb (colour start_map (place_of sticker)) (nth sticker start U)
       && face_eqb (colour goal_map (place_of sticker)) (nth sticker goal U)) numbers
  && forallb (fun a => existsb (Pos.eqb (undo z a)) (actions z)
       && forallb (fun p => is_place all_places (from a p)
            && (from (undo z a) (from a p) =? p)%positive) all_places) (actions z)
  && forallb (fun p => is_place all_places (mate_of p)) all_places
  && forallb (fun a => forallb (fun p => (from a (mate_of p) =? mate_of (from a p))%positive) all_places)
             (actions z).

End Cube.

(** ** Proofs *)

Lemma turn_listed moves number : number < length moves -> In (place_of number) (turns_of_cube moves).
Proof. intros short. apply in_map, in_seq. lia. Qed.

Lemma place_of_listed size sticker : sticker < stickers size -> In (place_of sticker) (places_of_cube size).
Proof. intros below. apply in_map, in_seq. lia. Qed.

Lemma listed_place_of size p : In p (places_of_cube size) ->
  exists sticker, sticker < stickers size /\ p = place_of sticker.
Proof. intros there. apply in_map_iff in there as (sticker & <- & there). apply in_seq in there.
  exists sticker. split; [lia|reflexivity]. Qed.

Section Proofs.
Variable size : nat.
Hypothesis some_layers : size <> 0.

Let all_places := places_of_cube size.
Let last := Pos.of_nat (stickers size).

Lemma within_last p : (p <= last)%positive -> In p all_places.
Proof.
  intros within. assert (stickers size <> 0) by (unfold stickers; destruct size; [easy|cbn; lia]).
  assert (p = place_of (pred (Pos.to_nat p))) as ->.
  { unfold place_of. rewrite Pos.of_nat_succ, Nat.succ_pred_pos by apply Pos2Nat.is_pos.
    now rewrite Pos2Nat.id. }
  apply place_of_listed. subst last. apply Pos2Nat.inj_le in within.
  rewrite Nat2Pos.id in within by assumption.
  pose proof (Pos2Nat.is_pos p). lia.
Qed.

Lemma beyond m p : ~ In p all_places -> image last m p = p.
Proof.
  intros out. unfold image. destruct (p <=? last)%positive eqn:E; [|reflexivity].
  apply Pos.leb_le, within_last in E. easy.
Qed.

Lemma from_beyond maps a p : ~ In p all_places -> from_in last maps a p = p.
Proof. intros out. unfold from_in. destruct (PositiveMap.find a maps); [now apply beyond|reflexivity]. Qed.

Lemma is_place_spec p : is_place all_places p = true <-> In p all_places.
Proof.
  unfold is_place. rewrite existsb_exists. split.
  - intros (q & there & equal). apply Pos.eqb_eq in equal. congruence.
  - intros there. exists p. now rewrite Pos.eqb_refl.
Qed.

Lemma place_or_not p : In p all_places \/ ~ In p all_places.
Proof. rewrite <- is_place_spec. destruct is_place; [left|right]; congruence. Qed.

Lemma only_thing_spec mate_of shown wanted p thing :
  only_thing all_places mate_of shown wanted p = Some thing ->
  In p all_places /\
  forall other, In other all_places -> may_be mate_of shown wanted other p = true -> other = thing.
Proof.
  unfold only_thing. destruct (is_place all_places p) eqn:E; [|discriminate]. apply is_place_spec in E.
  intros H. split; [assumption|]. intros other there fitting.
  assert (In other (filter (fun thing => may_be mate_of shown wanted thing p) all_places)) as F
    by (apply filter_In; auto).
  destruct filter as [|one [|? ?]]; try discriminate. injection H as <-. destruct F as [->|[]]. reflexivity.
Qed.

Lemma target_map_spec mate_of shown wanted thing p :
  PositiveMap.find thing (target_map all_places mate_of shown wanted) = Some p ->
  only_thing all_places mate_of shown wanted p = Some thing.
Proof.
  unfold target_map.
  assert (forall these m, (forall thing p, PositiveMap.find thing m = Some p ->
      only_thing all_places mate_of shown wanted p = Some thing) ->
    PositiveMap.find thing (fold_left (fun m p => match only_thing all_places mate_of shown wanted p with
      Some thing => PositiveMap.add thing p m | None => m end) these m) = Some p ->
    only_thing all_places mate_of shown wanted p = Some thing) as H.
  { induction these as [|q rest IH]; cbn [fold_left]; intros m H; [apply H|]. apply IH.
    destruct (only_thing all_places mate_of shown wanted q) as [owner|] eqn:E; [|assumption].
    intros thing' p'. destruct (Pos.eq_dec thing' owner) as [->|other].
    - rewrite PositiveMap.gss. now intros [= <-].
    - rewrite PositiveMap.gso by assumption. apply H. }
  apply H. intros ? ?. now rewrite PositiveMap.gempty.
Qed.

Lemma good_rotation_spec maps turns idle these rotation :
  In rotation (good_rotations all_places turns last idle (from_in last maps) these) ->
  forall a, In a (all_actions turns idle) -> exists b, In b (all_actions turns idle) /\
    forall p, from_in last maps b (rotation p) = rotation (from_in last maps a p).
Proof.
  unfold good_rotations. intros H. apply filter_In in H as [there good].
  apply in_map_iff in there as (r & <- & _).
  intros a listed. unfold good_rotation in good. rewrite every_spec in good. specialize (good a listed).
  apply any_spec in good as (b & other & turned). exists b. split; [exact other|]. intros p.
  destruct (place_or_not p) as [inside|outside].
  - unfold turning in turned. rewrite every_spec in turned. now apply Pos.eqb_eq, turned.
  - now rewrite (beyond _ p outside), !from_beyond, beyond.
Qed.

Section Order.
Variable moves : list permutation.
Variables start goal : colouring.
Variable steps : nat.
Variable hints : hint.

Let z := puzzle_of_cube size moves start goal steps hints.
Hypothesis good_tables : is_in_order size moves start goal z = true.

Let from := Framed.from z.
Let mate_of := image last (map_of all_places (mates size)).
Let turns := turns_of_cube moves.
Let idle := idle_of_cube moves.

Lemma tables_of_cube :
  (forall i sticker, i < length moves -> sticker < stickers size ->
     from (place_of i) (place_of sticker) = place_of (nth sticker (nth i moves []) 0)) /\
  (forall sticker, sticker < stickers size ->
     colour (colour_map all_places start) (place_of sticker) = nth sticker start U /\
     colour (colour_map all_places goal) (place_of sticker) = nth sticker goal U) /\
  (forall a, In a (actions z) -> In (undo z a) (actions z) /\
     forall p, In p all_places -> In (from a p) all_places /\ from (undo z a) (from a p) = p) /\
  (forall p, In p all_places -> In (mate_of p) all_places) /\
  (forall a p, In a (actions z) -> In p all_places -> from a (mate_of p) = mate_of (from a p)).
Proof.
  pose proof good_tables as H. unfold is_in_order in H. rewrite !andb_true_iff in H.
  destruct H as (((((_ & maps) & colours) & ways) & whole) & cubies).
  fold all_places in maps, colours, ways, whole, cubies.
  rewrite !forallb_forall in maps, colours, ways, whole, cubies.
  split; [|split; [|split; [|split]]].
  - intros i sticker short below.
    assert (In (place_of i, nth i moves []) (combine turns moves)) as there.
    { replace (place_of i, nth i moves []) with (nth i (combine turns moves) (1%positive, [])).
      - apply nth_In. rewrite combine_length. unfold turns, turns_of_cube. rewrite map_length, seq_length.
        lia.
      - rewrite combine_nth; [|unfold turns, turns_of_cube; now rewrite map_length, seq_length].
        f_equal. unfold turns, turns_of_cube.
        rewrite nth_indep with (d' := place_of 0); [|now rewrite map_length, seq_length].
        rewrite map_nth, seq_nth by assumption. reflexivity. }
    specialize (maps _ there). cbn beta iota in maps. rewrite forallb_forall in maps.
    specialize (maps sticker ltac:(apply in_seq; lia)). now apply Pos.eqb_eq.
  - intros sticker below. specialize (colours sticker ltac:(apply in_seq; lia)).
    apply andb_true_iff in colours as [one other]. split; now apply face_eqb_spec.
  - intros a listed. specialize (ways a listed). apply andb_true_iff in ways as [back all].
    apply existsb_exists in back as (b & there & equal). apply Pos.eqb_eq in equal as <-.
    split; [assumption|].
    intros p inside. rewrite forallb_forall in all. specialize (all p inside).
    apply andb_true_iff in all as [other again]. split; [now apply is_place_spec|now apply Pos.eqb_eq].
  - intros p there. now apply is_place_spec, whole.
  - intros a p listed there. specialize (cubies a listed). rewrite forallb_forall in cubies.
    now apply Pos.eqb_eq, cubies.
Qed.

Lemma undone_of_cube a : In a (actions z) ->
  In (undo z a) (actions z) /\ forall p, from (undo z a) (from a p) = p.
Proof.
  destruct tables_of_cube as (_ & _ & ways & _ & _). intros listed.
  destruct (ways a listed) as [there back]. split; [assumption|]. intros p.
  destruct (place_or_not p) as [inside|outside]; [exact (proj2 (back p inside))|].
  unfold from, z, puzzle_of_cube. cbn [Framed.from]. fold last. rewrite (from_beyond _ a p outside).
  now apply from_beyond.
Qed.

Lemma same_thing_stays f : In f [mate_of; fun p => mate_of (mate_of p)] -> forall a, In a (actions z) ->
  forall p, from a (f p) = f (from a p).
Proof.
  destruct tables_of_cube as (_ & _ & ways & whole & cubies).
  assert (forall a, In a (actions z) -> forall p, from a (mate_of p) = mate_of (from a p)) as one.
  { intros a listed p. destruct (place_or_not p) as [inside|outside]; [now apply cubies|].
    assert (mate_of p = p) as -> by now apply beyond. assert (from a p = p) as -> by now apply from_beyond.
    symmetry. now apply beyond. }
  intros [<-|[<-|[]]] a listed p; [now apply one|]. now rewrite !one.
Qed.

Lemma sound_of_cube : sound z.
Proof.
  assert (forall a, In a (actions z) -> exists b, In b (actions z) /\ forall p, from b (from a p) = p) as back
    by (intros a listed; exists (undo z a); now apply undone_of_cube).
  split.
  - intros a p listed there. destruct tables_of_cube as (_ & _ & ways & _ & _).
    destruct (ways a listed) as [_ all]. now apply all.
  - exact undone_of_cube.
  - intros p thing H. now apply only_thing_spec in H.
  - intros thing p H. now apply target_map_spec in H.
  - intros these. apply distance_at_roots with (actions := actions z) (from := from).
    apply stored_right; [exact back|apply good_rotation_spec|apply same_thing_stays].
  - intros these here a listed. apply distance_nearer_by_one with (actions := actions z); [|assumption].
    apply stored_right; [exact back|apply good_rotation_spec|apply same_thing_stays].
Qed.

(** Replacements are as good. *)
Let pairs := replacements all_places turns from.

Lemma replacement_spec a b word : In a turns -> In b turns ->
  replacement all_places turns from a b = Some word ->
  (forall p, does from word p = does from [a; b] p) /\ Forall (fun c => In c turns) word /\ smaller word a b.
Proof.
  intros Ha Hb H. apply find_some in H as [candidate equal]. split; [|].
  - intros p. destruct (place_or_not p) as [inside|outside].
    + unfold same in equal. rewrite every_spec in equal. symmetry. now apply Pos.eqb_eq, equal.
    + assert (forall w, does from w p = p) as E; [|now rewrite (E word), (E [a; b])].
      induction w as [|c w IH]; [reflexivity|].
      change (from c (does from w p) = p). rewrite IH. now apply from_beyond.
  - cbn in candidate. rewrite in_app_iff in candidate. destruct candidate as [<-|[single|double]].
    + split; [constructor|exact I].
    + apply in_map_iff in single as (c & <- & listed). split; [now repeat constructor|exact I].
    + apply in_flat_map in double as (c & Hc & double).
      destruct (c <? a)%positive eqn:Less.
      * apply in_map_iff in double as (d & <- & Hd). split; [now repeat constructor|]. left.
        now apply Pos.ltb_lt.
      * destruct (c =? a)%positive eqn:Equal; [|destruct double].
        apply in_map_iff in double as (d & <- & Hd). apply filter_In in Hd as [Hd less].
        split; [now repeat constructor|]. right. split; [now apply Pos.eqb_eq|now apply Pos.ltb_lt].
Qed.

Lemma pairs_spec a b word : lookup [a; b] pairs = Some word ->
  (forall p, does from word p = does from [a; b] p) /\ Forall (fun c => In c turns) word /\ smaller word a b.
Proof.
  unfold pairs, replacements.
  assert (forall a b word, lookup [a; b] (nowhere : trie (list positive)) = Some word ->
    (forall p, does from word p = does from [a; b] p) /\ Forall (fun c => In c turns) word /\
      smaller word a b) as H
    by (intros ? ? ?; now rewrite lookup_nowhere).
  revert H a b word. generalize (nowhere : trie (list positive)).
  assert (forall pair, In pair (list_prod turns turns) -> In (fst pair) turns /\ In (snd pair) turns) as all
    by (intros [a b]; now rewrite in_prod_iff).
  revert all. generalize (list_prod turns turns).
  intros these. induction these as [|[a b] rest IH]; cbn [fold_left]; intros all t H; [assumption|].
  apply IH; [intros pair listed; apply all; now right|].
  destruct (replacement all_places turns from a b) as [word|] eqn:E; [|assumption].
  intros a' b' word' found. apply lookup_enter in found as [[[= -> ->] ->]|found]; [|now apply H].
  destruct (all (a, b) (or_introl eq_refl)). now apply replacement_spec.
Qed.

(** ** Words that lead from the start to the goal *)

Definition leads (word : list positive) : Prop := forall p, In p all_places ->
  colour (colour_map all_places start) (does from word p) = colour (colour_map all_places goal) p.

Lemma idle_not_turn : ~ In idle turns.
Proof.
  unfold idle, idle_of_cube, turns, turns_of_cube. intros H. apply in_map_iff in H as (i & equal & listed).
  apply in_seq in listed. unfold place_of in equal. apply SuccNat2Pos.inj in equal. lia.
Qed.

Lemma idle_stays p : from idle p = p.
Proof.
  destruct (place_or_not p) as [inside|outside]; [|now apply from_beyond].
  unfold from, z, puzzle_of_cube. cbn [Framed.from]. unfold from_in, move_maps.
  assert (forall a, ~ In a turns -> PositiveMap.find a (fold_left
    (fun m '(a, p) => PositiveMap.add a (map_of all_places p) m) (combine turns moves)
    (PositiveMap.empty _)) = None) as H.
  { intros a out.
    assert (forall pair, In pair (combine turns moves) -> fst pair <> a) as all
      by (intros [c w] listed equal; apply in_combine_l in listed; cbn in equal; congruence).
    assert (PositiveMap.find a (PositiveMap.empty (PositiveMap.t positive)) = None) as none
      by apply PositiveMap.gempty.
    revert all none. generalize (PositiveMap.empty (PositiveMap.t positive)).
    generalize (combine turns moves).
    intros these. induction these as [|[c w] rest IH]; cbn [fold_left]; intros m all none; [assumption|].
    apply IH; [intros pair listed; apply all; now right|].
    rewrite PositiveMap.gso; [assumption|]. intros ->. now apply (all (c, w) (or_introl eq_refl)). }
  fold all_places turns. now rewrite (H _ idle_not_turn).
Qed.

Lemma idle_steps n word p : does from (repeat idle n ++ word) p = does from word p.
Proof.
  induction n as [|n IH]; [reflexivity|].
  change (from idle (does from (repeat idle n ++ word) p) = does from word p). now rewrite IH, idle_stays.
Qed.

Lemma repeat_split n word before a b later : repeat idle n ++ word = before ++ a :: b :: later ->
  a = idle \/ exists before', word = before' ++ a :: b :: later.
Proof.
  revert before. induction n as [|n IH]; cbn; intros before E; [eauto|].
  destruct before as [|c before]; injection E as -> E; [auto|]. now apply IH in E.
Qed.

Lemma cubies_stay_whole word : Forall (fun a => In a turns) word -> forall p, In p all_places ->
  In (does from word p) all_places /\ does from word (mate_of p) = mate_of (does from word p).
Proof.
  destruct tables_of_cube as (_ & _ & ways & whole & cubies).
  intros all. induction all as [|a word listed all IH]; intros p inside; [split; auto|].
  destruct (IH p inside) as [inside' mated].
  change (does from (a :: word)) with (fun p => from a (does from word p)). cbn beta.
  assert (In a (actions z)) as action by (apply in_app_iff; now left). split.
  - destruct (ways a action) as [_ all']. now apply all'.
  - rewrite mated. now apply cubies.
Qed.

Lemma leading_fits word : Forall (fun a => In a turns) word -> leads word -> forall p, In p all_places ->
  may_be mate_of (colour (colour_map all_places start)) (colour (colour_map all_places goal))
         (does from word p) p = true.
Proof.
  intros of_turns there p inside.
  assert (forall p, In p all_places -> In (mate_of p) all_places) as whole by apply tables_of_cube.
  unfold may_be. destruct (cubies_stay_whole word of_turns p inside) as [_ m1].
  destruct (cubies_stay_whole word of_turns (mate_of p) (whole p inside)) as [_ m2].
  rewrite <- m1, <- m2, !there by auto. now rewrite !(proj2 (face_eqb_spec _ _) eq_refl).
Qed.

Theorem word_to_run word : Forall (fun a => In a turns) word -> length word <= steps -> leads word ->
  exists run, good_run z run.
Proof.
  intros of_turns short there.
  destruct (canonical_word from turns (fun a b => lookup [a; b] pairs) pairs_spec word of_turns)
    as (other & of_turns' & shorter & equal & in_canon).
  exists (repeat idle (steps - length other) ++ other). split.
  - rewrite app_length, repeat_length. change (horizon z) with steps. lia.
  - apply Forall_app. split; apply Forall_forall; intros a listed; apply in_app_iff.
    + apply repeat_spec in listed. right. now left.
    + left. rewrite Forall_forall in of_turns'. auto.
  - intros before a b later E. change (forbidden_in idle pairs a b = false). unfold forbidden_in.
    destruct (repeat_split _ _ _ _ _ _ E) as [->|[before' E']]; [now rewrite Pos.eqb_refl|].
    destruct (a =? idle)%positive; [reflexivity|].
    rewrite (in_canon _ _ _ _ E').
    assert (In b turns) as listed.
    { rewrite Forall_forall in of_turns'. apply of_turns'. rewrite E', in_app_iff. right. right. now left. }
    destruct (b =? idle)%positive eqn:I; [|reflexivity]. apply Pos.eqb_eq in I as ->.
    destruct (idle_not_turn listed).
  - intros p inside. change (may_be mate_of (colour (colour_map all_places start))
      (colour (colour_map all_places goal)) (does from (repeat idle (steps - length other) ++ other)
        p) p = true).
    rewrite idle_steps. apply leading_fits; [assumption| |assumption]. intros q inside'. rewrite equal.
    now apply there.
Qed.

(** So where clauses of such a formula are refuted, no word of turns, as long as the formula says or shorter,
    leads from the start to the goal. *)
Theorem no_word meaning_of lines :
  refutes (Lrup.run (belongs z meaning_of) lines) = true ->
  forall word, Forall (fun a => In a turns) word -> length word <= steps -> ~ leads word.
Proof.
  intros refuted word of_turns short there.
  destruct (word_to_run word of_turns short there) as [run good].
  pose proof (no_refutation_of_what_holds (belongs z meaning_of) (model_of z meaning_of run)
    (fun c => what_belongs_is_true z meaning_of sound_of_cube run good c) lines). congruence.
Qed.

End Order.
End Proofs.
