import { validationMessages } from './validation-messages.ts'

/** What a file field of a form takes, by the content on the server and by the browser's own guess before it sends. Security §12. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export const fileTypeNames = 'JPEG, PNG, WebP or PDF'
export const MAX_FILE_MB = 5
/** Of staff, whose cameras make larger files; they are stored smaller. */
export const MAX_STAFF_PICTURE_MB = 25

/** The message for a chosen file that the server would refuse; null otherwise, also for a type that the browser does not know. */
export function validateFile({ type, size }: { type: string; size: number }): string | null {
  if (type !== '' && !fileTypes.some((known) => known === type))
    return validationMessages.fileType(fileTypeNames)
  return size > MAX_FILE_MB * 1_024 * 1_024 ? validationMessages.fileSize(MAX_FILE_MB) : null
}

/** Problems that the screen of an import lists. */
export const LISTED_PROBLEMS = 1_000
/** Rows in an import's file of refused rows: more than a file of products with some columns has. */
export const MAX_REFUSED_ROWS = 100_000

/** Photos of an item that comes back. */
export const maxPhotos = 4

/** `8.90123E+12`: what Excel makes of a SKU or barcode of more than 11 digits, whose last digits are lost. */
export const isShortened = (text: string) => /^\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(text)
