export { AgentButton } from './agent-button.tsx'
