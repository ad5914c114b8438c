/** Adds a script of another company to the page; the page's policy lists its origin. Rejects when it cannot be loaded. */
export const loadScript = (src: string, data: Record<string, string> = {}) =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    Object.assign(script.dataset, data)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)))
    document.head.append(script)
  })
