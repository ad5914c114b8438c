import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '#server/platform/kernel/context.ts'
import { BUILDS, type FileStorage, isStoredPath, PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { type BuiltFile, builtFileOf } from './build-files.ts'

/**
 * Build files in the storage that all hosts share. While a release is rolled out, a page of one release loads its scripts
 * from hosts of the other one; each host publishes its files before it is ready, and serves those of the others. ADR 0014.
 */
export type SharedBuildFiles = {
  /** Stores what is missing, says that the build is in use, and deletes builds that have not been in use for a week. */
  publish(buildId: string, files: ReadonlyMap<string, BuiltFile>): Promise<void>
  /** The file of another build by its path (`/assets/view-Bk3d9a.js`); undefined when no build has it. */
  find(path: string): Promise<BuiltFile | undefined>
}

/**
 * Undefined with files on disk, where one host has the whole shop: a build keeps the files of those before it
 * (`scripts/previous-assets.ts`), and nothing is copied.
 */
export const openSharedBuildFiles = (
  { config, files }: Pick<Services, 'config' | 'files'>,
  part: Options['part'],
): SharedBuildFiles | undefined =>
  config.storage?.kind === 's3' ? createSharedBuildFiles({ files, part }) : undefined

/**
 * Publishes a build now and every day while this process runs. A failure is logged, and a start waits no longer than
 * `withinMs`: the shop also answers while its storage is away or slow. @returns ends it
 */
export async function keepPublished(
  shared: SharedBuildFiles,
  build: { id: string; files: ReadonlyMap<string, BuiltFile> },
  log: Services['log'],
  withinMs = 5_000,
): Promise<() => void> {
  const publish = () =>
    shared
      .publish(build.id, build.files)
      .catch((error) => log.warn({ cause: String(error) }, 'build files were not shared with other hosts'))
  await Promise.race([publish(), sleep(withinMs, undefined, { ref: false })])
  const daily = setInterval(publish, DAY_MS).unref()
  return () => clearInterval(daily)
}

type Options = {
  files: FileStorage
  /** Of the shop's pages, or of the back office. */
  part: 'shop' | 'admin'
  now?: () => number
}

const DAY_MS = 24 * 60 * 60_000
const WEEK_MS = 7 * DAY_MS
/** Another host may publish the file in the next seconds. */
const MISSING_FOR_MS = 5_000
const MAX_REMEMBERED = 2_000
const AT_ONCE = 8
/** All names contain a hash of the content. */
const NAME = /^\/(assets|_build\/meta)\/[\w.-]+\.[a-z0-9]{2,5}$/

export function createSharedBuildFiles({ files, part, now = Date.now }: Options): SharedBuildFiles {
  const folder = `${BUILDS}/${part}`
  const known = new Map<string, { file: Promise<BuiltFile | undefined>; until: number }>()
  const manifestOf = (id: string) => `${folder}/manifests/${id}.json${PRIVATE}`
  const placeOf = (path: string, encoding: 'br' | 'identity') =>
    `${folder}${path}${encoding === 'br' ? '.br' : ''}${PRIVATE}`

  async function read(path: string): Promise<BuiltFile | undefined> {
    const stored = async (place: string) =>
      isStoredPath(place) && (await files.find(place)) ? files.read(place) : undefined
    const br = await stored(placeOf(path, 'br'))
    if (br) return builtFileOf(path, { br })
    const identity = await stored(placeOf(path, 'identity'))
    return identity && builtFileOf(path, { identity })
  }

  return {
    async publish(buildId, built) {
      // First, so that no other host deletes the files that follow.
      const paths = [...built.keys()].filter((path) => NAME.test(path))
      await files.write(manifestOf(buildId), Buffer.from(JSON.stringify(paths)))
      const stored = new Set<string>()
      const manifests: { path: string; modifiedMs: number }[] = []
      for await (const { path, modifiedMs } of files.list(folder))
        if (path.startsWith(`${folder}/manifests/`)) manifests.push({ path, modifiedMs })
        else stored.add(path)

      const missing = paths.flatMap((path) => {
        const { br, identity } = built.get(path)?.bodies ?? {}
        const place = placeOf(path, br ? 'br' : 'identity')
        const bytes = br ?? identity
        return bytes && !stored.has(place) ? { place, bytes } : []
      })
      for (let at = 0; at < missing.length; at += AT_ONCE)
        await Promise.all(
          missing.slice(at, at + AT_ONCE).map(({ place, bytes }) => files.write(place, bytes)),
        )
      await removeUnused(manifests, { own: manifestOf(buildId), stored })
    },

    find(path) {
      if (!NAME.test(path)) return Promise.resolve(undefined)
      const found = known.get(path)
      if (found && found.until > now()) return found.file
      const entry = { file: read(path), until: Number.POSITIVE_INFINITY }
      known.set(path, entry)
      for (const oldest of known.keys()) if (known.size > MAX_REMEMBERED) known.delete(oldest)
      entry.file.then(
        (file) => {
          if (!file) entry.until = now() + MISSING_FOR_MS
        },
        () => known.get(path) === entry && known.delete(path),
      )
      return entry.file
    },
  }

  async function removeUnused(
    manifests: { path: string; modifiedMs: number }[],
    { own, stored }: { own: string; stored: ReadonlySet<string> },
  ) {
    // The storage may have another clock.
    const isUsed = ({ path, modifiedMs }: { path: string; modifiedMs: number }) =>
      path === own || modifiedMs > now() - WEEK_MS
    const unused = manifests.filter((manifest) => !isUsed(manifest))
    if (unused.length === 0) return
    const listed = async ({ path }: { path: string }): Promise<string[]> =>
      JSON.parse((await files.read(path)).toString('utf8'))
    const retained = new Set((await Promise.all(manifests.filter(isUsed).map(listed))).flat())
    for (const manifest of unused) {
      for (const path of await listed(manifest))
        for (const place of [placeOf(path, 'br'), placeOf(path, 'identity')])
          if (!retained.has(path) && stored.has(place)) await files.remove(place)
      await files.remove(manifest.path)
    }
  }
}
