const CONTROLS = 'a, button, input, select, textarea, summary, [data-bar], [data-quick-menu]'
/** A higher one is a picture or a card that can be pressed: a message may lie over a part of it. */
const MAX_CONTROL_PX = 96
const GAP_PX = 8

/** A part of the page that no message may cover. */
export type Obstacle = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>

/** Raises a fixed list of messages to the lowest place where it covers no control, price or other number. */
export function raiseMessages(list: HTMLElement) {
  list.style.translate = ''
  const shown = list.lastElementChild
  if (!shown || getComputedStyle(list).position !== 'fixed') return
  const { top, bottom } = list.getBoundingClientRect()
  const { left, right } = shown.getBoundingClientRect()
  list.style.translate = `0 ${-raiseOver(obstaclesOf(list), { top, bottom, left, right })}px`
}

/** By how many pixels a box has to rise; 0 where the window has no such place. */
export function raiseOver(obstacles: readonly Obstacle[], { top, bottom, left, right }: Obstacle): number {
  const beside = obstacles.filter((one) => one.left < right && one.right > left)
  for (let raise = 0; raise <= top - GAP_PX; ) {
    const covered = beside.filter((one) => one.top < bottom - raise && one.bottom > top - raise)
    if (covered.length === 0) return raise
    raise = bottom - Math.min(...covered.map((one) => one.top)) + GAP_PX
  }
  return 0
}

function obstaclesOf(list: HTMLElement): Obstacle[] {
  const root = list.closest('dialog') ?? document.body
  const isOther = (element: Element) => !list.contains(element) && !element.closest('[inert]')
  const controls = [...root.querySelectorAll(CONTROLS)]
    .filter(isOther)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1 && height < MAX_CONTROL_PX)
  return [...controls, ...numbersIn(root, isOther)]
}

function* numbersIn(root: Element, isOther: (element: Element) => boolean): Generator<Obstacle> {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!/\p{Nd}/u.test(text.nodeValue ?? '') || !text.parentElement || !isOther(text.parentElement)) continue
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.width > 1 && box.height > 1) yield box
  }
}
