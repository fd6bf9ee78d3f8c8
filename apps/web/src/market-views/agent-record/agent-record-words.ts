/** Every sentence of the record of the agent's predictions. Figures come as text. */
export const AGENT_RECORD_WORDS = {
  heads: ['Prediction', 'Predicted', 'Outcome'],
} as const
