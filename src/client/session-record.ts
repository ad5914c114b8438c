/** Small records of this tab, kept over reloads. A browser that keeps nothing loses only that comfort. */
export const sessionRecord = <Value>(name: string) => ({
  read(): Value | null {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null
    } catch {
      return null
    }
  },
  write(value: Value) {
    try {
      sessionStorage.setItem(name, JSON.stringify(value))
    } catch {
      // Private browsing with storage switched off.
    }
  },
  clear() {
    try {
      sessionStorage.removeItem(name)
    } catch {
      // Nothing was kept.
    }
  },
})
