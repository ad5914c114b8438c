/** Small records of this tab that survive reloads. Optional: without storage they are lost. */
export const sessionRecord = <Value>(name: string) => ({
  read(): Value | null {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? 'null')
    } catch {
      return null
    }
  },
  write(value: Value) {
    try {
      sessionStorage.setItem(name, JSON.stringify(value))
    } catch {
      // Storage is disabled.
    }
  },
  clear() {
    try {
      sessionStorage.removeItem(name)
    } catch {
      // No record, or storage is disabled.
    }
  },
})
