import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { ownValue } from '#contract/rules/own-value.ts'
import type { SectionRequest } from './section.ts'
import { layoutOf, SectionLayout } from './section-layout.ts'
import { currentName, nameOfFolder } from './section-names.ts'

type Schema = { settings: z.ZodObject }
type Loader = { load(settings: Record<string, unknown>, request: SectionRequest): unknown }
type Section = Schema & Partial<Loader> & { folder: string }

/** Bundled code finds the folders when it is built (Vite defines `import.meta.env`), Node on the sources when it starts. */
const schemas: Record<string, Schema> = import.meta.env
  ? import.meta.glob<Schema>('./{home,further}/*/schema.ts', { eager: true })
  : await importFromFolders<Schema>('schema.ts')
const loaders: Record<string, Loader> = import.meta.env
  ? import.meta.glob<Loader>('./{home,further}/*/data.ts', { eager: true })
  : await importFromFolders<Loader>('data.ts')

async function importFromFolders<Module>(name: string): Promise<Record<string, Module>> {
  const files = ['home', 'further']
    .flatMap((group) =>
      readdirSync(join(import.meta.dirname, group)).map((folder) => `./${group}/${folder}/${name}`),
    )
    .filter((file) => existsSync(join(import.meta.dirname, file)))
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await import(file)])))
}

/** The server's half of every section, by its name on the wire. */
const sections: Record<string, Section> = Object.fromEntries(
  Object.entries(schemas)
    .map(([file, schema]): [string, Section] => {
      const folder = dirname(file)
      return [nameOfFolder(basename(folder)), { ...schema, ...loaders[`${folder}/data.ts`], folder }]
    })
    .sort(([a], [b]) => (a < b ? -1 : 1)),
)

const sectionOf = (component: string) => ownValue(sections, currentName(component))

/**
 * A section's settings with their defaults, and its data. Null for an unknown component, because its plugin
 * may be gone.
 * @throws when the settings do not match the section's schema, or its loader fails: the caller drops the
 * section.
 */
export async function loadSection(
  section: { component: string; settings: unknown },
  request: SectionRequest,
) {
  const row = sectionOf(section.component)
  if (!row) return null
  const settings = row.settings.parse(section.settings)
  const data = row.load ? await row.load(settings, request) : null
  const layout = layoutOf(section.settings)
  return { settings, data, ...(layout && { layout }) }
}

/** What is wrong with a section that is to be saved, as `path: message`; empty when it is valid. */
export function problemsOfSection(section: { component: string; settings: unknown }): string[] {
  const row = sectionOf(section.component)
  if (!row) return [`component: ${section.component} is not a section`]
  const checked = row.settings.extend({ layout: SectionLayout.optional() }).safeParse(section.settings)
  return (checked.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

export const sectionNames = Object.keys(sections)

/** The schema of a section's own settings, with labels and help. */
export const settingsOf = (component: string): z.ZodObject | undefined => sectionOf(component)?.settings

/** The folder of a section, relative to this one. */
export const folderOf = (component: string): string | undefined => sectionOf(component)?.folder
