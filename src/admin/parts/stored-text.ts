const prefix = 'unsaved:'

/** The unsaved values of a form, with the version of the record that they change. */
type StoredText = { values: object; version: string | undefined }

/**
 * Unsaved values outlive a reload of the page, in this tab only: after an update, an error, or a sign-in by link. They are those of
 * one member of staff; signing out removes them.
 */
export const keyOfText = (staffId: number, form: string) => `${prefix}${staffId}:${form}`

export function keepText(key: string, text: StoredText) {
  try {
    sessionStorage.setItem(key, JSON.stringify(text))
  } catch {
    // No storage, or it is full: the form stays open, and closing the window asks.
  }
}

export function readStoredText(key: string): StoredText | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function forgetText(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
}

export function forgetStoredTexts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was stored.
  }
}
