let isBoundary: (from: URL, to: URL) => boolean = () => false

/** Names the navigations between pages that must not share a document. */
export const setDocumentBoundary = (rule: typeof isBoundary) => {
  isBoundary = rule
}

export const needsDocument = (to: URL) => isBoundary(new URL(location.href), to)
