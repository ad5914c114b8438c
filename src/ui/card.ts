import css from './card.module.css'

/** A part of a page on its own surface. A class instead of a component, because it is a section or a form. */
export const cardClass = css.card

/** Names and values in a card: for a `dl`. */
export const factsClass = css.facts
