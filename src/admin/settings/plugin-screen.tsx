import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { PluginRecord } from '#contract/admin/settings/settings.ts'
import { api } from '../api.ts'
import { useTitle } from '../parts/use-title.ts'
import { useSession } from '../session-context.ts'
import { RecordForm } from './record-form.tsx'
import css from './settings.module.css'

/** The configuration of one plugin. */
export default function PluginScreen() {
  const { id = '' } = useParams()
  const { may } = useSession()
  const { data: plugins } = useQuery({
    queryKey: ['plugins'],
    queryFn: async ({ signal }) => (await api.adminPlugins.list({}, signal)).data.plugins,
  })
  const plugin = plugins?.find(({ name }) => name === id)
  useTitle(plugin?.title ?? 'Plugin')
  return (
    <>
      <p className={css.help}>
        <Link to="/plugins">Plugins</Link>
      </p>
      <h1>{plugin?.title ?? 'Plugin'}</h1>
      <section className={css.group}>
        {plugin && (
          <p className={css.help}>
            {plugin.description} {plugin.is_active ? 'It is on.' : 'It is off.'}
            {plugin.consent && ` Needs the consent “${plugin.consent}”.`}
          </p>
        )}
        <RecordForm<PluginRecord>
          queryKey={['plugin', id]}
          read={(signal) => api.adminPlugins.get({ id }, signal)}
          save={(change) => api.adminPlugins.update({ id, ...change })}
          canWrite={may('plugins.write')}
        />
      </section>
    </>
  )
}
