import type { Plugin } from 'vite'

/** Development only: after a change of server code, the open page reloads its data and keeps its state. */
export const refreshOnDataChange: Plugin = {
  name: 'refresh-on-data-change',
  apply: 'serve',
  hotUpdate({ file, modules, server }) {
    const { client } = server.environments
    const isServerCode = this.environment.name === 'ssr' && modules.length > 0
    if (isServerCode && !client.moduleGraph.getModulesByFile(file)?.size) client.hot.send('data-change')
  },
}
