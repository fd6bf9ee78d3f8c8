import type { ComponentType } from 'react'
import { create } from 'zustand'
import { notify } from '../toasts/toast.ts'

type AgentPanelState = { readonly isOpen: boolean; readonly Panel: ComponentType | null }

export const useAgentPanel = create<AgentPanelState>(() => ({ isOpen: false, Panel: null }))

let loadPanel: (() => Promise<ComponentType>) | undefined

export const bindAgentPanel = (load: () => Promise<ComponentType>): void => {
  loadPanel = load
}

export const loadAgentPanel = async (): Promise<void> => {
  if (loadPanel === undefined) throw new Error('no chat panel is bound')
  useAgentPanel.setState({ Panel: await loadPanel() })
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
