import type { Services } from '#server/platform/kernel/context.ts'
import { ownSettings } from '#server/shop/plugins/load-section.ts'
import { findPluginSection } from '#server/shop/plugins/section-types.ts'
import type { CheckSection } from './page-content.ts'

/** Checks the settings of sections of the shop and of installed plugins. */
export const sectionCheck =
  ({ sections, plugins }: Pick<Services, 'sections' | 'plugins'>): CheckSection =>
  (section) => {
    const ofPlugin = findPluginSection(plugins, section.component)
    if (!ofPlugin) return sections.problemsOf(section)
    const { error } = ofPlugin.settings.safeParse(ownSettings(section.settings))
    return [
      ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
      ...sections.problemsOfLayout(section.settings),
    ]
  }
