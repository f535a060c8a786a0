// Made by tools/protocol.py (make docs); changes belong in what it reads.

export namespace Confetti {
  /** A card that lies face up: colours on the white side, shapes on the black side. */
  export interface CardView {
    number: number
    name: string
    small: string
    medium: string
    big: string
    state: string
    owner: number | null // of a card in a tug: the player whose loose card it was
    x: number // its position in the middle, or where it would lie if given back
    y: number
    degrees: number
  }

  /** A card that is being pulled: by one player while others may still join, or by several players. */
  export interface TugView {
    card: CardView
    pullers: number[]
    open_until: number // until when others may join
    ends: number
  }

  export interface SetView {
    kind: string
    small: string
    medium: string
    big: string
  }

  /** How a player's last hand was scored, visible to all (CON-65, CON-66). */
  export interface ResultView {
    cards: string[]
    sets: SetView[]
    spare: string[]
    points: number
  }

  export interface PlayerView {
    seat: number
    here: boolean
    cards: CardView[]
    can_take_at: number
    points: number
    point_cards: string[]
    to_keep: number
    to_give_up: number
    result: ResultView | null
  }

  export interface View {
    seat: number | null
    phase: string
    round: number
    rounds: number
    clock: number
    phase_ends: number | null
    acting: number[] // seats that may act now: all of them, or those that still have to choose
    side: string
    limit: number
    width: number
    height: number
    card_side: number
    middle: CardView[]
    tugs: TugView[]
    players: PlayerView[]
    removed: string[]
    aside_unseen: number // cards that have not been in play yet
    aside_seen: number // cards left over from earlier rounds
  }
}

export namespace Parrot {
  /** One player: the Box as eight cards ("?" is down), and the points. */
  export interface SeatView {
    box: string[]
    down: number
    ready: boolean // has chosen the two cards of the opening
    left: boolean
    rounds: number[]
    total: number
  }

  /** Parrot as one person sees it. */
  export interface View {
    phase: string
    round: number
    rounds: number
    turn: number | null
    ender: number | null
    pile: number
    discards: number
    discard: string | null // the top of the discard pile
    hand: string | null // the card gained this turn, "?" if only its drawer sees it
    from_pile: boolean
    opening: number[] | null // the two places you chose, while the others still choose
    deadline: number | null // when the table makes the current decision
    clock: number
    seats: SeatView[]
  }
}

export namespace Piccolo {
  export interface Card {
    fruit: string
    amount: number
  }

  export interface Seat {
    playing: boolean
    draw_pile: number
    discard_pile: number
    top: Card | null
    rings_at: number | null // the moment for which a pending ring counts
    locked: boolean // may not ring before the next flip
    votes_to_stop: boolean
    score: number
  }

  /** The moments a browser needs, in ms on the match's clock. */
  export interface Pace {
    clock: number
    flips: number
    last_flip: number | null
    may_flip_at: number
    flips_itself_at: number | null
    verdict_at: number | null // when the pending rings are judged, if there are any
    shown_until: number
    handicap_ms: number[]
  }

  /** The verdict being shown. */
  export interface Result {
    seat: number
    right: boolean
  }

  export interface View {
    turn: number | null
    dealer: number
    seats: Seat[]
    pace: Pace
    result: Result | null
    cap_at: number | null // from when on the next right ring ends the game
    stops_at: number | null // when the game ends without a right ring
    ending: string | null
  }
}

export namespace PiccoloTwist {
  export interface Card {
    type: string
    colour: string
    amount: number
  }

  export interface Seat {
    status: string // "in", "last chance" (TWI-38), "empty" (an empty bank without a last chance) or "out"
    bank: number
    stack: number
    top: Card | null
    rings_at: number | null // the moment for which a pending ring counts
    locked: boolean // may not ring before the next flip
    barred: boolean // may not ring in the rest of the last round
    handicap_ms: number
    score: number
  }

  /** The moments a browser needs, in ms on the match's clock. */
  export interface Pace {
    clock: number
    flips: number
    last_flip: number | null
    may_flip_at: number
    flips_itself_at: number | null
    verdict_at: number | null // when the pending rings are judged, if there are any
    shown_until: number
    handicap_ms: number[]
  }

  /** The verdict being shown. */
  export interface Result {
    seat: number
    right: boolean
  }

  export interface View {
    turn: number | null // whose card is flipped next; None when nobody has a card or the game is over
    seats: Seat[]
    pace: Pace
    result: Result | null
    last_round: string // "not yet", "next" or "now"
    cap_at: number | null // when the time limit makes the current round the last
    stops_at: number | null // when the game ends without a right ring, once the cap is reached
    ending: string | null
  }
}

export namespace TrickyTwist {
  export interface ScoringCard {
    name: string
    says: string
    suits: string[]
    stars: number[]
  }

  export interface BonusCard {
    name: string
    says: string
  }

  export interface Player {
    seat: number
    hand: number
    reserve: number
    reserve_laid: boolean
    tricks: number[] // cards in each
    false_tricks: string[]
    bonus: BonusCard[]
    declared: string[]
    waiting: boolean // has yet to decide in this phase
    left: boolean
    score: number
  }

  export interface SeatResult {
    tricks: number
    false_tricks: number
    base: number
    card: number
    star: number
    declared: string[]
  }

  export interface RoundResult {
    scoring_card: string
    seats: SeatResult[]
  }

  export interface View {
    game: string
    seat: number | null
    phase: string
    round: number
    rounds: number
    turn: number
    to_act: number | null
    starter: number
    leader: number
    scoring_card: ScoringCard
    variable_side: string
    display: BonusCard[]
    players: Player[]
    table: (string | null)[]
    table_is_last_turn: boolean
    hand: string[]
    reserve: string[] // the cards left in your reserve; their order is not known
    own_tricks: string[][]
    declaring: string | null // the bonus card that you are to declare next, or "commit"
    results: RoundResult[]
    clock: number
    decide_by: number | null
  }
}
