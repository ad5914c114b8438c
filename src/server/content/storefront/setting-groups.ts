import { z } from 'zod'
import type { SettingGroup } from '#contract/admin/settings/groups.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { configurationSchema } from './configuration.ts'
import { settingTexts } from './setting-texts.ts'

export const keysOfGroup = (group: SettingGroup): string[] => Object.keys(settingTexts[group])

/** The group that has the key; undefined when no form has it. */
export const groupOfKey = (key: string): SettingGroup | undefined =>
  keysOf(settingTexts).find((group) => Object.hasOwn(settingTexts[group], key))

/** The JSON Schema of a group's form: the schemas that writes are checked with, with their labels. */
export function schemaOfGroup(group: SettingGroup) {
  const fields = Object.entries(settingTexts[group]).map(([key, text]) => [
    key,
    (configurationSchema(key) ?? z.unknown()).meta(text),
  ])
  return z.toJSONSchema(z.object(Object.fromEntries(fields)), { io: 'input', unrepresentable: 'any' })
}
