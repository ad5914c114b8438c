/** Sent to the product's form after its product was added: its fields are then cleared (spec §4). */
export const ADDED_EVENT = 'vitrine:added'
