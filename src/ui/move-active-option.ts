/** No option is active: the arrow keys are in the field itself. */
export const NO_OPTION = -1

/** The next active option of a list: arrows go round over all options and the field. */
export const moveActiveOption = (active: number, by: number, count: number) => {
  const stops = count + 1
  return ((active + 1 + by + stops) % stops) - 1
}
