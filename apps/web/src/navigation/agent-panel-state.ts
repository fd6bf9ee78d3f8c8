import type { ComponentType } from 'react'
import { create } from 'zustand'
import { notify } from '../ui/states/toast.ts'

type AgentPanelState = { readonly isOpen: boolean; readonly Panel: ComponentType | null }

/** Whether the chat panel is open, and its code once that is here. */
export const useAgentPanel = create<AgentPanelState>(() => ({ isOpen: false, Panel: null }))

let loadPanel: (() => Promise<ComponentType>) | undefined

/** Says where the panel's code comes from; called by the button that opens it. */
export const bindAgentPanel = (load: () => Promise<ComponentType>): void => {
  loadPanel = load
}

/** Loads the panel's code ahead of its first use, so that it opens within a frame. */
export const loadAgentPanel = async (): Promise<void> => {
  if (loadPanel === undefined) throw new Error('no chat panel is bound')
  useAgentPanel.setState({ Panel: await loadPanel() })
}

/** Opens or closes the panel. */
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
