import { hash } from 'node:crypto'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'

/** Every page for everyone has this tag, and every public file the other one. */
export const everyPage = 'pages'
export const everyFile = 'media'

/** Of all pages that a build makes: its scripts are named in them. */
export const buildTag = (build: string) => `build:${build}`

/** Of a file of the media folder in all its sizes. A replaced picture has another path. */
export const fileTag = (path: string) => `media:${hash('sha256', path, 'hex').slice(0, 16)}`

export const isFileTag = (tag: string) => tag === everyFile || tag.startsWith('media:')

/**
 * Storage that notes the tag of each file that is removed, for the shared cache: before, because a process may end in between, and the
 * purge is repeated after the removal.
 */
export const withRemovalsNoted = (files: FileStorage, { db }: Pick<Services, 'db'>): FileStorage => ({
  ...files,
  async remove(path) {
    await noteChange(db, [fileTag(path)])
    await files.remove(path)
  },
})
