import css from './card.module.css'

/** A part of a page on a surface of its own, under its own heading. A class, as it is a section here and a form there. */
export const cardClass = css.card

/** Names and values in a card: for a `dl`. */
export const factsClass = css.facts
