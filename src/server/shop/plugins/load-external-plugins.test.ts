import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/platform/config/config.ts'
import { loadExternalPlugins } from './load-external-plugins.ts'

function load(server: string) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-plugin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'server.js'), server)
  return loadExternalPlugins({ VITRINE_PLUGINS: folder })
}

test('a plugin of this version of the plugin API is loaded', async () => {
  const plugins = await loadExternalPlugins({ VITRINE_PLUGINS: 'examples/plugins/gift-note' })

  expect(plugins.map(({ definition }) => definition.module_name)).toEqual(['GiftNote'])
})

test.each([
  [
    'of the next version',
    'export default { apiVersion: 2, definition: {}, groups: [] }',
    /^VITRINE_PLUGINS names \S+, which is made for version 2 of the plugin API, and this shop has version 1\. Install the release/,
  ],
  [
    'from before versions',
    'export default { definition: {}, groups: [] }',
    /which names no version of the plugin API, and this shop has version 1\. Install the release/,
  ],
  [
    'that imports what the shop does not have',
    "import '#contract/gone.ts'",
    /which cannot be loaded: .*gone.ts.*\. Install the release/,
  ],
  [
    'without a default export',
    'export const plugin = 1',
    /which has no default export of defineServerPlugin/,
  ],
])('a plugin %s is refused with the reason', async (_, server, message) => {
  const refused = load(server)

  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(message)
})
