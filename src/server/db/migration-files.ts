import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Migration = {
  /** File name; a plugin's has the plugin's name and a slash before it. */
  name: string
  sql: string
  /** SHA-256 in hex, of the text with plain line ends. */
  checksum: string
}

/** The `.sql` files of a folder in the order in which they apply: that of their names, byte by byte. */
export async function readMigrations(folder: string, plugin?: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // a checkout on Windows may have changed the line ends; that is no change of the migration
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name: plugin ? `${plugin}/${name}` : name, sql, checksum }
    }),
  )
}
