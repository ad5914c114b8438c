const REST_MS = 1_000

/** Calls `onHeight` with the page's height 1000 ms after it has last changed. Returns a function that stops it. Decisions §3. */
export function reportHeight(onHeight: (height: number) => void) {
  let reported = pageHeight()
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    const height = pageHeight()
    if (height !== reported) onHeight(height)
    reported = height
  }
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(report, REST_MS)
  })
  observer.observe(document.body)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** Of the content, not of the frame, which the editor may make as tall as this. */
export const pageHeight = () => Math.ceil(document.body.getBoundingClientRect().height)
