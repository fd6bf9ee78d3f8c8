import type { ComponentType } from 'react'
import { create } from 'zustand'
import { notify } from '../toasts/toast.ts'

type AgentPanelState = {
  readonly isOpen: boolean
  readonly Panel: ComponentType | null
  readonly load: (() => Promise<ComponentType>) | null
}

export const useAgentPanel = create<AgentPanelState>(() => ({ isOpen: false, Panel: null, load: null }))

export const bindAgentPanel = (load: () => Promise<ComponentType>): void => useAgentPanel.setState({ load })

export const loadAgentPanel = async (): Promise<void> => {
  const { load } = useAgentPanel.getState()
  if (load === null) throw new Error('no chat panel is bound')
  useAgentPanel.setState({ Panel: await load() })
}

export function toggleAgent(): void {
  const isOpen = !useAgentPanel.getState().isOpen
  useAgentPanel.setState({ isOpen })
  if (isOpen) loadAgentPanel().catch(giveUp)
}

export const closeAgent = (): void => useAgentPanel.setState({ isOpen: false })

function giveUp(): void {
  useAgentPanel.setState({ isOpen: false })
  notify('error', 'The chat could not be loaded. Try again.')
}
