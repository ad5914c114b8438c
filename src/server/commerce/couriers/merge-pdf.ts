/** A PDF whose pages cannot be read: encrypted, damaged, or no label by its size. */
export class UnusablePdfError extends Error {
  override name = 'UnusablePdfError'
}

/** A label has one page or two. */
const MAX_PAGES = 20

/**
 * One PDF with the pages of all, in their order, without links, forms and scripts.
 * @throws {UnusablePdfError}
 */
export async function mergePdfs(files: readonly Buffer[]): Promise<{ bytes: Buffer; pages: number }> {
  // Few shops need it, and it takes longer to load than most of the server.
  const { PDFDocument, PDFName } = await import('@cantoo/pdf-lib')
  try {
    const merged = await PDFDocument.create()
    for (const file of files) {
      const source = await PDFDocument.load(file, { throwOnInvalidObject: true })
      const places = source.getPageIndices()
      if (places.length === 0 || places.length > MAX_PAGES)
        throw new UnusablePdfError(`It has ${places.length} pages`)
      for (const page of await merged.copyPages(source, places)) {
        for (const entry of ['Annots', 'AA', 'Metadata', 'PieceInfo']) page.node.delete(PDFName.of(entry))
        merged.addPage(page)
      }
    }
    return { bytes: Buffer.from(await merged.save()), pages: merged.getPageCount() }
  } catch (error) {
    throw error instanceof UnusablePdfError
      ? error
      : new UnusablePdfError('It cannot be read', { cause: error })
  }
}
