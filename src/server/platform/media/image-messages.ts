/** What the image process is asked, and what it answers (`image-process.ts`, `image-process-child.ts`). */
export type ImageJob =
  /** Width in pixels as it is shown; undefined for a file that is not an image or too large to decode. */
  | { kind: 'width'; bytes: Uint8Array }
  /** A picture of this width at most. */
  | { kind: 'variant'; bytes: Uint8Array; width: number; format: VariantFormat; timeoutSeconds: number }

/** JPEG is for mails: Outlook for Windows shows no WebP. */
export type VariantFormat = 'webp' | 'jpeg'

export type ImageQuestion = { id: number; job: ImageJob }
export type ImageAnswer =
  | { id: number; result: Uint8Array | number | undefined }
  | { id: number; error: { message: string; code?: string | undefined } }
