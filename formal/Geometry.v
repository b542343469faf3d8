(** * Geometry: where the stickers of an N×N×N cube are, and where a turn takes them

    As [src/cubeproof/puzzle/geometry.py] has it. The cube's middle is the origin; x points right, y up,
    z towards the viewer. Lengths are doubled, so that all coordinates are whole numbers: the middle of a
    small cube, a cubie, has coordinates from -(N-1) to N-1 in steps of 2, and a sticker lies one unit further
    out. So exactly one coordinate of a sticker's point is N or -N.

    A turn rotates a slab of layers. All that follows in this development about cubes, as people have them
    in their hands and write them in 24 or 54 letters, is said in these words. All of it can be computed. *)

From Coq Require Import ZArith List Bool Arith Lia.
Import ListNotations.

(** ** Faces, points and rotations *)

(** The six faces, and the six colours: a colour is called by the face that has it on the solved cube. *)
Inductive face := U | R | F | D | L | B.

(** The order in which stickers are written. *)
Definition faces : list face := [U; R; F; D; L; B].

Definition face_eqb (one other : face) : bool :=
  match one, other with
  | U, U | R, R | F, F | D, D | L, L | B, B => true
  | _, _ => false
  end.

Definition point : Type := Z * Z * Z.

Section Vectors.
Open Scope Z_scope.

Definition add : point -> point -> point :=
  fun '(x, y, z) '(x', y', z') => (x + x', y + y', z + z').
Definition scale (factor : Z) : point -> point :=
  fun '(x, y, z) => (factor * x, factor * y, factor * z).
Definition dot : point -> point -> Z :=
  fun '(x, y, z) '(x', y', z') => x * x' + y * y' + z * z'.
Definition cross : point -> point -> point :=
  fun '(x, y, z) '(x', y', z') => (y * z' - z * y', z * x' - x * z', x * y' - y * x').
Definition point_eqb : point -> point -> bool :=
  fun '(x, y, z) '(x', y', z') => (x =? x') && (y =? y') && (z =? z').

(** How a face is read: the directions of its rows (to the right) and of its columns (downwards). U is seen
    from above with F below it, D from below with F above it, the others upright. *)
Definition right (f : face) : point :=
  match f with
  | U => (1, 0, 0) | R => (0, 0, -1) | F => (1, 0, 0) | D => (1, 0, 0) | L => (0, 0, 1) | B => (-1, 0, 0)
  end.
Definition down (f : face) : point :=
  match f with
  | U => (0, 0, 1) | R => (0, -1, 0) | F => (0, -1, 0) | D => (0, 0, -1) | L => (0, -1, 0) | B => (0, -1, 0)
  end.

(** The direction out of the cube. *)
Definition normal (f : face) : point :=
  match f with
  | U => (0, 1, 0) | R => (1, 0, 0) | F => (0, 0, 1) | D => (0, -1, 0) | L => (-1, 0, 0) | B => (0, 0, -1)
  end.

(** A quarter turn about a face's normal, clockwise for who looks at the face (Rodrigues' formula for -90°),
    and the quarter turn back. *)
Definition clockwise (f : face) (p : point) : point :=
  add (scale (dot p (normal f)) (normal f)) (scale (-1) (cross (normal f) p)).
Definition counterclockwise (f : face) (p : point) : point :=
  add (scale (dot p (normal f)) (normal f)) (cross (normal f) p).

(** ** Stickers *)

(** The coordinates of cubies: -(N-1), ..., N-1. *)
Definition steps (size : nat) : list Z :=
  map (fun k => 2 * Z.of_nat k - (Z.of_nat size - 1)) (seq 0 size).

(** The points of a face's stickers, row by row. *)
Definition face_points (size : nat) (f : face) : list point :=
  flat_map (fun row => map (fun column =>
    add (scale (Z.of_nat size) (normal f)) (add (scale row (down f)) (scale column (right f))))
    (steps size)) (steps size).

(** The points of all stickers, in the order in which people write 24 or 54 letters. *)
Definition points (size : nat) : list point := flat_map (face_points size) faces.

(** The middle of the cubie that carries a sticker: its point, clipped to N-1. *)
Definition cubie (size : nat) : point -> point :=
  let clip c := Z.max (- (Z.of_nat size - 1)) (Z.min (Z.of_nat size - 1) c) in
  fun '(x, y, z) => (clip x, clip y, clip z).

(** The layer of a sticker's cubie, counted from 1 at a face. *)
Definition layer (size : nat) (f : face) (p : point) : nat :=
  Z.to_nat ((Z.of_nat size - 1 - dot (cubie size p) (normal f)) / 2 + 1).

End Vectors.

(** The number of the sticker at a point, and what a list without that point gives: its length. *)
Fixpoint position (p : point) (among : list point) : nat :=
  match among with
  | [] => 0
  | other :: rest => if point_eqb p other then 0 else S (position p rest)
  end.
Definition number (size : nat) (p : point) : nat := position p (points size).

(** How many stickers there are: 24 and 54. *)
Definition stickers (size : nat) : nat := 6 * (size * size).

(** The face that a sticker lies on. *)
Definition face_of (size : nat) (sticker : nat) : face := nth (sticker / (size * size)) faces U.

(** ** Turns *)

(** Neighbouring layers, from [first] to [last], counted from 1 at a face, and how many quarters they turn,
    clockwise for who looks at that face. *)
Record slab := Slab { seen_from : face; first : nat; last : nat; quarters : nat }.

Definition in_slab (size : nat) (s : slab) (p : point) : bool :=
  (first s <=? layer size (seen_from s) p) && (layer size (seen_from s) p <=? last s).

(** After the turn of a slab, the point [p] shows what was at the point [source p] before. *)
Definition source (size : nat) (s : slab) (p : point) : point :=
  if in_slab size s p then Nat.iter (quarters s) (counterclockwise (seen_from s)) p else p.

(** A permutation of stickers: after it, place i shows what was in the place that stands at i. *)
Definition permutation := list nat.

Definition turn (size : nat) (s : slab) : permutation :=
  map (fun p => number size (source size s p)) (points size).

(** The colours of a cube's stickers, in order, as people write them. *)
Definition colouring := list face.

Definition gather {A} (default : A) (p : permutation) (shown : list A) : list A :=
  map (fun place => nth place shown default) p.

Definition turned (size : nat) (s : slab) (colours : colouring) : colouring :=
  gather U (turn size s) colours.

(** What a word of turns makes of a cube, its first turn first. *)
Definition after (size : nat) (word : list slab) (colours : colouring) : colouring :=
  fold_left (fun shown s => turned size s shown) word colours.

(** ** The turns that people make, and what they count *)

(** The 18 turns of a face: U U2 U' R R2 R' ... *)
Definition face_turns : list slab :=
  flat_map (fun f => map (Slab f 1 1) [1; 2; 3]) faces.

(** Every turn of neighbouring layers, each once: layers are counted from U, R or F. Those of all layers turn
    the whole cube. *)
Definition slabs (size : nat) : list slab :=
  flat_map (fun f => flat_map (fun a => flat_map (fun b =>
    if a <=? b then map (Slab f a b) [1; 2; 3] else []) (seq 1 size)) (seq 1 size)) [U; R; F].

Definition turns_the_cube (size : nat) (s : slab) : bool := (first s =? 1) && (last s =? size).

Inductive metric := htm | qtm | stm.

(** What a metric counts for a turn: nothing for the whole cube; 1 for layers with an outer one among them,
    and in [stm] for any; 2 for inner layers; in [qtm] half turns twice that. *)
Definition cost (size : nat) (m : metric) (s : slab) : nat :=
  if turns_the_cube size s then 0
  else
    let outer := (first s =? 1) || (last s =? size) in
    match m with
    | htm => if outer then 1 else 2
    | qtm => (if outer then 1 else 2) * (if quarters s =? 2 then 2 else 1)
    | stm => 1
    end.

Definition word_cost (size : nat) (m : metric) (word : list slab) : nat :=
  list_sum (map (cost size m) word).

(** ** The solved cube *)

(** The cube as it comes from the shop, U above and F in front. *)
Definition solved_colours (size : nat) : colouring := map (face_of size) (seq 0 (stickers size)).

(** ** The 24 rotations of the whole cube *)

(** As turns of all layers: first bring one of six faces up, then turn about the vertical axis. *)
Definition rotation_words (size : nat) : list (list slab) :=
  let whole f k := match k with 0 => [] | _ => [Slab f 1 size k] end in
  flat_map (fun tilt => map (fun k => tilt ++ whole U k) [0; 1; 2; 3])
           [[]; whole R 1; whole R 2; whole R 3; whole F 1; whole F 3].

(** First [p], then [q]. *)
Definition compose (p q : permutation) : permutation := gather 0 q p.
Definition identity (size : nat) : permutation := seq 0 (stickers size).
Definition permutation_of (size : nat) (word : list slab) : permutation :=
  fold_left (fun p s => compose p (turn size s)) word (identity size).
Definition rotations (size : nat) : list permutation := map (permutation_of size) (rotation_words size).

(** * What holds of them

    For the sizes 2 and 3 most of it is seen by computing. *)

(** Every place occurs: so, by the length, each once. *)
Definition is_permutation (size : nat) (p : permutation) : bool :=
  (length p =? stickers size) && forallb (fun i => existsb (Nat.eqb i) p) (seq 0 (stickers size)).

Definition small : list nat := [2; 3].

Definition permutation_eqb (p q : permutation) : bool := if list_eq_dec Nat.eq_dec p q then true else false.

Lemma face_eqb_spec : forall one other, face_eqb one other = true <-> one = other.
Proof. destruct one, other; split; easy. Qed.

Lemma permutation_eqb_spec : forall p q, permutation_eqb p q = true <-> p = q.
Proof. intros p q. unfold permutation_eqb. destruct list_eq_dec; easy. Qed.

Lemma point_eqb_spec : forall p q, point_eqb p q = true <-> p = q.
Proof.
  intros [[x y] z] [[x' y'] z']; cbn. rewrite !andb_true_iff, !Z.eqb_eq.
  split; [intros [[-> ->] ->]|intros [= -> -> ->]]; auto.
Qed.

(** A quarter forth and a quarter back is nothing. *)
Lemma there_and_back : forall f p, counterclockwise f (clockwise f p) = p.
Proof. destruct f, p as [[x y] z]; cbn -[Z.mul Z.add Z.sub]; f_equal; [f_equal| |f_equal| |f_equal| |
  f_equal| |f_equal| |f_equal|]; ring. Qed.

(** Exactly one coordinate of a sticker is N or -N, and its face is read off it. *)
Lemma points_lie_on_faces : forall size, In size small ->
  forall sticker, sticker < stickers size ->
  let p := nth sticker (points size) (0, 0, 0)%Z in
  forall f, dot p (normal f) = Z.of_nat size <-> face_of size sticker = f.
Proof.
  assert (H : forallb (fun size => forallb (fun sticker => forallb (fun f =>
      Bool.eqb (dot (nth sticker (points size) (0, 0, 0)%Z) (normal f) =? Z.of_nat size)%Z
               (face_eqb (face_of size sticker) f)) faces) (seq 0 (stickers size))) small = true)
    by (vm_cast_no_check (eq_refl true)).
  intros size small_size sticker below p f. subst p. rewrite forallb_forall in H.
  specialize (H _ small_size). rewrite forallb_forall in H.
  specialize (H sticker ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
  specialize (H f ltac:(destruct f; cbn; tauto)). apply eqb_prop in H.
  rewrite <- Z.eqb_eq, H. apply face_eqb_spec.
Qed.

Lemma numbers_of_points : forall size, In size small ->
  map (number size) (points size) = identity size.
Proof. intros size [<-|[<-|[]]]; vm_compute; reflexivity. Qed.

Lemma turns_are_permutations : forall size s, In size small -> In s (slabs size ++ face_turns) ->
  is_permutation size (turn size s) = true.
Proof.
  assert (H : forallb (fun size => forallb (fun s => is_permutation size (turn size s))
                                           (slabs size ++ face_turns)) small = true)
    by (vm_cast_no_check (eq_refl true)).
  intros size s small_size; revert s; apply forallb_forall. rewrite forallb_forall in H. auto.
Qed.

(** Four quarter turns are nothing. *)
Lemma four_quarters : forall size s, In size small -> In s (slabs size ++ face_turns) -> quarters s = 1 ->
  permutation_of size [s; s; s; s] = identity size.
Proof.
  assert (H : forallb (fun size => forallb (fun s => negb (quarters s =? 1) ||
      permutation_eqb (permutation_of size [s; s; s; s]) (identity size))
      (slabs size ++ face_turns)) small = true)
    by (vm_cast_no_check (eq_refl true)).
  intros size s small_size listed once. rewrite forallb_forall in H. specialize (H _ small_size).
  rewrite forallb_forall in H. specialize (H _ listed). rewrite once in H. cbn [Nat.eqb negb orb] in H.
  now apply permutation_eqb_spec.
Qed.

(** Two quarters are a half turn, three quarters a quarter back. *)
Lemma quarters_add_up : forall size f a b, In size small -> 1 <= a <= b -> b <= size ->
  turn size (Slab f a b 2) = permutation_of size [Slab f a b 1; Slab f a b 1] /\
  turn size (Slab f a b 3) = permutation_of size [Slab f a b 1; Slab f a b 1; Slab f a b 1].
Proof.
  intros size f a b small_size order below.
  assert (a = 1 \/ a = 2 \/ a = 3) as Ha by (destruct small_size as [<-|[<-|[]]]; lia).
  assert (b = 1 \/ b = 2 \/ b = 3) as Hb by (destruct small_size as [<-|[<-|[]]]; lia).
  destruct small_size as [<-|[<-|[]]]; destruct Ha as [->|[->| ->]]; destruct Hb as [->|[->| ->]]; try lia;
    destruct f; split; vm_compute; reflexivity.
Qed.

(** There are 24 rotations, all different, and turning the whole cube leads from these to these. *)
Fixpoint distinct (permutations : list permutation) : bool :=
  match permutations with
  | [] => true
  | p :: rest => negb (existsb (permutation_eqb p) rest) && distinct rest
  end.

Lemma distinct_spec : forall permutations, distinct permutations = true -> NoDup permutations.
Proof.
  induction permutations as [|p rest IH]; [constructor|]. cbn. rewrite andb_true_iff, negb_true_iff.
  intros [new H]. constructor; [|auto]. intros listed.
  enough (existsb (permutation_eqb p) rest = true) by congruence.
  apply existsb_exists. exists p. now rewrite permutation_eqb_spec.
Qed.

Lemma rotations_are_24 : forall size, In size small -> NoDup (rotations size) /\ length (rotations size) = 24.
Proof.
  intros size small_size. split; [apply distinct_spec|unfold rotations; rewrite map_length; reflexivity].
  destruct small_size as [<-|[<-|[]]]; vm_compute; reflexivity.
Qed.

Lemma rotations_closed : forall size, In size small -> forall rotation f, In rotation (rotations size) ->
  In (compose rotation (turn size (Slab f 1 size 1))) (rotations size).
Proof.
  assert (H : forallb (fun size =>
      let all := rotations size in
      forallb (fun f => let turned := turn size (Slab f 1 size 1) in
        forallb (fun r => existsb (permutation_eqb (compose r turned)) all) all) faces) small = true)
    by (vm_cast_no_check (eq_refl true)).
  intros size small_size r f listed. rewrite forallb_forall in H. specialize (H _ small_size). cbn zeta in H.
  rewrite forallb_forall in H. specialize (H f ltac:(destruct f; cbn; tauto)).
  rewrite forallb_forall in H. specialize (H _ listed).
  apply existsb_exists in H as (other & there & same). apply permutation_eqb_spec in same. congruence.
Qed.

(** Some turns, to look at: what our Python shows for U on the 2×2×2, for R U F2 L' D B on both cubes, and for
    E S2 x on the 3×3×3. *)
Example turn_u : firstn 4 (turn 2 (Slab U 1 1 1)) = [2; 0; 3; 1].
Proof. reflexivity. Qed.

Definition some_turns : list slab :=
  [Slab R 1 1 1; Slab U 1 1 1; Slab F 1 1 2; Slab L 1 1 3; Slab D 1 1 1; Slab B 1 1 1].

Example some_turns_of_2 : after 2 some_turns (solved_colours 2) =
  [
   B; R; R; D;
   L; F; D; B;
   F; F; F; L;
   L; B; R; U;
   U; U; D; U;
   D; L; R; B].
Proof. vm_compute. reflexivity. Qed.

Example some_turns_of_3 : after 3 some_turns (solved_colours 3) =
  [
   B; R; R; D; U; U; R; D; D;
   L; B; F; L; R; B; D; R; B;
   F; F; F; D; F; F; F; L; L;
   L; B; B; D; D; F; R; F; U;
   U; R; U; U; L; L; D; B; U;
   D; U; L; R; B; L; R; U; B].
Proof. vm_compute. reflexivity. Qed.

Example slices_of_3 : after 3 [Slab D 2 2 1; Slab F 2 2 2; Slab R 1 3 1] (solved_colours 3) =
  [
   F; F; F; L; L; L; F; F; F;
   R; F; R; L; B; L; R; F; R;
   D; D; D; U; U; U; D; D; D;
   B; B; B; R; R; R; B; B; B;
   L; B; L; R; F; R; L; B; L;
   U; U; U; D; D; D; U; U; U].
Proof. vm_compute. reflexivity. Qed.
