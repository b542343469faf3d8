(** A stored table, held against the certified distances: what is compared, and what it means if they agree.

    The payload of a table that the [table] engine stores has a byte for every four states in the order of
    their numbers, the lowest bits first: two bits for the distance modulo 3, or 3 for what cannot be reached. As
    [src/cubeproof/methods/configurations/distances.py] has it. *)

From Coq Require Import Arith NArith Bool List Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import State Numbering Trie Table.
Import ListNotations Geometry(metric(..)).

(** * What is computed *)

(** The bits of a byte, the lowest first. *)
Inductive byte := Byte (b0 b1 b2 b3 b4 b5 b6 b7 : bool).

Definition entry (low high : bool) : nat := (if low then 1 else 0) + (if high then 2 else 0).

Definition entries (x : byte) : list nat :=
  let 'Byte b0 b1 b2 b3 b4 b5 b6 b7 := x in [entry b0 b1; entry b2 b3; entry b4 b5; entry b6 b7].

(** What a payload says of each state. *)
Definition said (payload : list byte) : list nat := flat_map entries payload.

(** The same from the last byte to the first, before what follows: so a long list takes no more stack. *)
Fixpoint said_before (reversed : list byte) (rest : list nat) : list nat :=
  match reversed with
  | [] => rest
  | Byte b0 b1 b2 b3 b4 b5 b6 b7 :: reversed =>
      said_before reversed (entry b0 b1 :: entry b2 b3 :: entry b4 b5 :: entry b6 b7 :: rest)
  end.

(** The first of the sets that orientations are in. *)
Fixpoint first_with (o : seven orientation) (xs : list oset) : nat :=
  match xs with
  | [] => 0
  | x :: xs => if mem x o then 0 else S (first_with o xs)
  end.

(** Compare with the states of one placing; what is left to compare with others, if they agree. *)
Fixpoint compared (xs : list oset) (os : list (seven orientation)) (ns : list nat) : option (list nat) :=
  match os, ns with
  | [], _ => Some ns
  | o :: os, n :: ns => if n =? first_with o xs mod 3 then compared xs os ns else None
  | _, [] => None
  end.

Fixpoint all_compared (ls : list set) (os : list (seven orientation)) (ps : list (seven piece))
  (ns : list nat) : bool :=
  match ps with
  | [] => match ns with [] => true | _ => false end
  | p :: ps =>
      match compared (map (fun x => above x p) ls) os ns with
      | Some ns => all_compared ls os ps ns
      | None => false
      end
  end.

(** Whether a payload, given from its last byte to its first, is the table of a metric. *)
Definition agrees (m : metric) (reversed : list byte) : bool :=
  all_compared (table m) twistings placings (said_before reversed []).

(** * Proofs *)

Lemma said_before_spec reversed rest : said_before reversed rest = said (rev reversed) ++ rest.
Proof.
  revert rest; induction reversed as [|[b0 b1 b2 b3 b4 b5 b6 b7] reversed IH]; intros rest; [reflexivity|].
  cbn [said_before rev]; rewrite IH; unfold said; rewrite flat_map_app, <- app_assoc; reflexivity.
Qed.

Lemma compared_spec xs os ns rest :
  compared xs os ns = Some rest -> ns = map (fun o => first_with o xs mod 3) os ++ rest.
Proof.
  revert ns; induction os as [|o os IH]; intros [|n ns] E; cbn [compared map app] in *;
    try discriminate; try congruence.
  destruct (Nat.eqb_spec n (first_with o xs mod 3)) as [->|]; [|discriminate].
  f_equal; now apply IH.
Qed.

Lemma all_compared_spec ls os ps ns : all_compared ls os ps ns = true ->
  ns = map (fun s => first_with (orientations s) (map (fun x => above x (pieces s)) ls) mod 3)
             (flat_map (fun p => map (State p) os) ps).
Proof.
  revert ns; induction ps as [|p ps IH]; intros ns E; cbn [all_compared flat_map map] in *.
  - destruct ns; [reflexivity | discriminate].
  - destruct compared as [rest|] eqn:C; [|discriminate].
    apply compared_spec in C as ->; rewrite map_app, map_map; f_equal; now apply IH.
Qed.

Lemma agrees_spec m payload : agrees m (rev payload) = true ->
  said payload =
  map (fun s => first_with (orientations s) (map (fun x => above x (pieces s)) (table m)) mod 3) states.
Proof.
  unfold agrees; intros E; apply all_compared_spec in E.
  rewrite said_before_spec, rev_involutive, app_nil_r in E; exact E.
Qed.
