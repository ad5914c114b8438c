/** Those of the limits that the first paint of a page needs: apart, so that no first page carries the others. */
export const earlyLimits = {
  gridColumns: { default: 4, min: 1, max: 6 },
  addedIndicator: 2_000,
  stickyHeaderAtPx: 50,
  imageWidths: [320, 640, 768, 1024, 1280, 1536],
} as const
