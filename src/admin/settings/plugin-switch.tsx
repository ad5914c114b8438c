import { useQueryClient } from '@tanstack/react-query'
import type { PluginRow } from '#contract/admin/settings/settings.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ApiError, api } from '../api.ts'
import { showMessage } from '../parts/messages.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'

type Props = { plugin: Pick<PluginRow, 'name' | 'title' | 'is_active'> }

/** Whether a plugin is on, and the button that changes it. */
export function PluginSwitch({ plugin: { name, title, is_active } }: Props) {
  const { may, onSessionChange } = useSession()
  const client = useQueryClient()

  async function toggle() {
    try {
      const { data } = await api.adminPlugins.get({ id: name })
      const { message } = await api.adminPlugins.update({
        id: name,
        version: data.version,
        is_active: !is_active,
      })
      showMessage(message ?? 'Saved')
      // The navigation shows the screens of active plugins.
      onSessionChange()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
    await client.invalidateQueries({ queryKey: queryKeys.plugins })
  }

  return (
    <div className={screen.buttons}>
      <Chip tone={is_active ? 'good' : 'calm'}>{is_active ? 'On' : 'Off'}</Chip>
      {may('plugins.write') && (
        <Button
          look="secondary"
          aria-label={`Switch ${is_active ? 'off' : 'on'} ${title}`}
          onClick={() => void toggle()}
        >
          {is_active ? 'Switch off' : 'Switch on'}
        </Button>
      )}
    </div>
  )
}
