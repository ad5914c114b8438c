import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { showMessage } from '../parts/messages.tsx'
import { useTitle } from '../parts/use-title.ts'
import { Waiting } from '../parts/waiting.tsx'
import { useSession } from '../session-context.ts'
import css from './settings.module.css'

/** The installed plugins: which are on, and what each loads. */
export default function PluginList() {
  useTitle('Plugins')
  const { may, onSessionChange } = useSession()
  const client = useQueryClient()
  const { data: plugins, error } = useQuery({
    queryKey: ['plugins'],
    queryFn: async ({ signal }) => (await api.adminPlugins.list({}, signal)).data.plugins,
  })

  async function toggle(name: string, is_active: boolean) {
    try {
      const { data } = await api.adminPlugins.get({ id: name })
      const { message } = await api.adminPlugins.update({ id: name, version: data.version, is_active })
      showMessage(message ?? 'Saved')
      // The navigation shows the screens of active plugins.
      onSessionChange()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
    await client.invalidateQueries({ queryKey: ['plugins'] })
  }

  if (error) return <p role="alert">{error.message}</p>
  if (!plugins) return <Waiting />
  return (
    <>
      <h1>Plugins</h1>
      <ul className={css.plugins}>
        {plugins.map(({ name, title, description, is_active, consent, sources }) => (
          <li key={name}>
            <div>
              <Link to={`/plugins/${name}/show`}>{title}</Link>
              <p>{description}</p>
              {consent && <p className={css.help}>Needs the consent “{consent}”.</p>}
              {sources.length > 0 && <p className={css.help}>Loads from {sources.join('; ')}</p>}
            </div>
            <div className={css.buttons}>
              <span>{is_active ? 'On' : 'Off'}</span>
              {may('plugins.write') && (
                <Button
                  look="secondary"
                  aria-label={`Switch ${is_active ? 'off' : 'on'} ${title}`}
                  onClick={() => void toggle(name, !is_active)}
                >
                  {is_active ? 'Switch off' : 'Switch on'}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
