import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../server/content/storefront/configuration.ts'
import { groupOfKey } from '../server/content/storefront/setting-groups.ts'
import { commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import type { FileStorage } from '../server/platform/kernel/file-storage.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { addFavicons } from '../server/shop/uploads/add-favicons.ts'
import { addFont } from '../server/shop/uploads/add-font.ts'
import { addPicture } from '../server/shop/uploads/add-picture.ts'
import { addVideo, videoType } from '../server/shop/uploads/add-video.ts'
import { CommandError, say } from './print.ts'
import { explainRefusal, writeAudited } from './settings.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Config; files: FileStorage; print: (line: string) => void }

/** `vitrine media …`: may run next to a running shop. */
export const mediaCommand = (argv: string[], config: Config) =>
  withShop(config, async ({ db }) =>
    runMedia({ db, config, files: await openStorage(config), print: say }, argv),
  )

const USAGE = `Usage:
  media add FILE [--use USE] [--alt TEXT] [--family NAME]
                stores a JPEG, PNG or WebP picture, an MP4 or WebM video, or a WOFF2 font, and prints its path
                USE sets it too: logo, favicon (all sizes), social, background, body, heading (a font)`

const PICTURE_USES = ['logo', 'favicon', 'social', 'background']
const FONT_USES = ['body', 'heading'] as const

/** A logo is shown at 160 px at most; screens have up to four pixels for each. */
const LOGO_PIXELS = 640

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runMedia(context: Context, [verb, ...argv]: string[]) {
  const given = verb === 'add' ? readArguments(argv) : undefined
  if (!given) {
    context.print(USAGE)
    return 2
  }
  const { file, use } = given
  const bytes = await readFile(file).catch((error: Error) => {
    throw new CommandError(`${file} could not be read: ${error.message}`)
  })
  const kind = kindOf(bytes)
  if (use && !kind.uses.some((one) => one === use))
    throw new CommandError(`A ${kind.name} cannot be used as ${use}`)
  await explainRefusal(() => kind.store(context, bytes, given))
  return 0
}

function kindOf(bytes: Buffer) {
  if (bytes.toString('latin1', 0, 4) === 'wOF2') return { name: 'font', uses: FONT_USES, store: storeFont }
  if (videoType(bytes)) return { name: 'video', uses: [], store: storeVideo }
  return { name: 'picture', uses: PICTURE_USES, store: storePicture }
}

type Given = { file: string; use?: string; alt?: string; family?: string }

function readArguments(argv: string[]): Given | undefined {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { use: text, alt: text, family: text },
    })
    const [file] = positionals
    const isKnown =
      values.use === undefined || [...PICTURE_USES, ...FONT_USES].some((one) => one === values.use)
    return file !== undefined && positionals.length === 1 && isKnown ? { ...values, file } : undefined
  } catch {
    return undefined
  }
}

async function storeFont({ db, config, files, print }: Context, bytes: Buffer, { family: name, use }: Given) {
  const font = await addFont({ db, files }, bytes, { name })
  await auditUpload(db, 'font', font)
  const { fonts, typography } = await readConfiguration({ db, config })
  const slot = FONT_USES.find((one) => one === use)
  const others = fonts.filter(({ path }) => path !== font.path)
  const { warnings } = await setAudited(
    { db, config },
    {
      fonts: [...others, font],
      ...(slot && {
        typography: {
          ...typography,
          [slot]: { ...typography[slot], font_family: font.family },
        },
      }),
    },
  )
  print(`${font.path}  ${font.family}, ${font.weight_range}`)
  for (const warning of warnings) print(`Warning: ${warning}.`)
}

async function storeVideo({ db, files, print }: Context, bytes: Buffer, { file }: Given) {
  const { name } = parse(file)
  const video = await addVideo({ db, files }, { name, bytes })
  await auditUpload(db, 'video', video)
  // As the setting of the video section takes it.
  print(`/media/${video.path}`)
}

async function storePicture({ db, config, files, print }: Context, bytes: Buffer, { alt, use }: Given) {
  if (use === 'favicon') {
    const { background } = await readConfiguration({ db, config })
    const color = /^#[0-9a-f]{6}$/i.exec(background.color ?? '')?.[0] ?? '#ffffff'
    const favicon = await addFavicons({ files }, bytes, { background: color })
    await auditUpload(db, use, favicon)
    await setAudited({ db, config }, { favicon })
    for (const path of Object.values(favicon)) if (path) print(path)
    return
  }
  const { path, width, height } = await addPicture({ db, files }, bytes, {
    ...(alt !== undefined && { alt }),
    ...(use === 'logo' && { longest: LOGO_PIXELS }),
  })
  const picture = { path, ...(alt && { alt }) }
  await auditUpload(db, use ?? 'picture', picture)
  const values =
    use === 'logo'
      ? { logo1: picture }
      : use === 'social'
        ? { social_sharing_image: picture }
        : use === 'background'
          ? { background: { enabled: true, type: 'image', color: null, image: picture } }
          : undefined
  const { warnings } = values ? await setAudited({ db, config }, values) : { warnings: [] }
  print(`${path}  ${width} x ${height}`)
  for (const warning of warnings) print(`Warning: ${warning}.`)
}

/** As the back office records it. */
const auditUpload = (db: Db, use: string, after: Record<string, unknown>) =>
  writeAudit(db, commandLineActor(), {
    action: 'settings.upload',
    record: { type: 'settings', id: use },
    after,
  })

/** Sets keys of one group. */
function setAudited(context: Pick<Context, 'db' | 'config'>, values: Readonly<Record<string, unknown>>) {
  const [key = ''] = Object.keys(values)
  return writeAudited(context, values, { id: groupOfKey(key) ?? key })
}
