type Notes = {
  /** Below an answer with struck-out numbers. */
  readonly struck: string
  /** Below an answer with omitted sentences. */
  readonly withheld: string
  /** Above the built-in answer, if the model failed without output. */
  readonly fallback: string
  /** Between partial model output and the built-in answer. */
  readonly brokeOff: string
  readonly cutShort: string
  /** Above the built-in answer, if the user's model budget is exhausted. */
  readonly used: string
  /** The model is already answering other questions of this user. */
  readonly busy: string
  readonly stopped: string
  readonly interrupted: string
  readonly leadIn: string
}

const NOTES = {
  en: {
    struck: 'Struck out: numbers that no tool returned.',
    withheld: '[…] stands for text in a language that cannot be checked.',
    fallback: 'The language model did not answer, so the built-in engine does.',
    brokeOff: 'The language model broke off here. The built-in engine answers:',
    cutShort: 'The answer reached its longest length and ends here.',
    used: "Today's share of the language model is used up, so the built-in engine answers.",
    busy: 'The language model is still answering your other questions, so the built-in engine answers this one.',
    stopped: 'Stopped.',
    interrupted: 'I was interrupted before I could answer this. Ask me again.',
    leadIn: 'Here is what I found:',
  },
  de: {
    struck: 'Durchgestrichen: Zahlen, die kein Werkzeug geliefert hat.',
    withheld: '[…] steht für Text in einer Sprache, die nicht geprüft werden kann.',
    fallback: 'Das Sprachmodell hat nicht geantwortet, deshalb antwortet die eingebaute Auskunft.',
    brokeOff: 'Hier brach das Sprachmodell ab. Die eingebaute Auskunft antwortet:',
    cutShort: 'Die Antwort hat ihre größte Länge erreicht und endet hier.',
    used: 'Der heutige Anteil am Sprachmodell ist aufgebraucht, deshalb antwortet die eingebaute Auskunft.',
    busy: 'Das Sprachmodell beantwortet noch andere Fragen von Ihnen, deshalb antwortet hier die eingebaute Auskunft.',
    stopped: 'Angehalten.',
    interrupted: 'Ich wurde unterbrochen, bevor ich antworten konnte. Fragen Sie noch einmal.',
    leadIn: 'Das habe ich gefunden:',
  },
  fr: {
    struck: 'Barrés : des nombres qu’aucun outil n’a donnés.',
    withheld: '[…] remplace un texte dans une langue qui ne peut pas être vérifiée.',
    fallback: 'Le modèle de langage n’a pas répondu ; le moteur intégré répond à sa place.',
    brokeOff: 'Le modèle de langage s’est interrompu ici. Le moteur intégré répond :',
    cutShort: 'La réponse a atteint sa longueur maximale et s’arrête ici.',
    used: 'Votre part du modèle de langage est épuisée pour aujourd’hui ; le moteur intégré répond.',
    busy: 'Le modèle de langage répond encore à vos autres questions ; le moteur intégré répond à celle-ci.',
    stopped: 'Arrêté.',
    interrupted: 'J’ai été interrompu avant de pouvoir répondre. Reposez votre question.',
    leadIn: 'Voici ce que j’ai trouvé :',
  },
  es: {
    struck: 'Tachados: números que ninguna herramienta devolvió.',
    withheld: '[…] sustituye un texto en un idioma que no se puede comprobar.',
    fallback: 'El modelo de lenguaje no respondió, así que responde el motor integrado.',
    brokeOff: 'Aquí se interrumpió el modelo de lenguaje. Responde el motor integrado:',
    cutShort: 'La respuesta alcanzó su longitud máxima y termina aquí.',
    used: 'Su parte de hoy del modelo de lenguaje está agotada, así que responde el motor integrado.',
    busy: 'El modelo de lenguaje aún responde a sus otras preguntas, así que a esta responde el motor integrado.',
    stopped: 'Detenido.',
    interrupted: 'Me interrumpieron antes de poder responder. Pregúnteme otra vez.',
    leadIn: 'Esto es lo que encontré:',
  },
  it: {
    struck: 'Barrati: numeri che nessuno strumento ha restituito.',
    withheld: '[…] sostituisce un testo in una lingua che non si può controllare.',
    fallback: 'Il modello linguistico non ha risposto, quindi risponde il motore integrato.',
    brokeOff: 'Qui il modello linguistico si è interrotto. Risponde il motore integrato:',
    cutShort: 'La risposta ha raggiunto la lunghezza massima e finisce qui.',
    used: 'La quota di oggi del modello linguistico è esaurita, quindi risponde il motore integrato.',
    busy: 'Il modello linguistico sta ancora rispondendo ad altre sue domande, quindi a questa risponde il motore integrato.',
    stopped: 'Fermato.',
    interrupted: 'Sono stato interrotto prima di poter rispondere. Chieda di nuovo.',
    leadIn: 'Ecco che cosa ho trovato:',
  },
  pt: {
    struck: 'Riscados: números que nenhuma ferramenta devolveu.',
    withheld: '[…] substitui um texto numa língua que não pode ser verificada.',
    fallback: 'O modelo de linguagem não respondeu, por isso responde o motor integrado.',
    brokeOff: 'O modelo de linguagem parou aqui. O motor integrado responde:',
    cutShort: 'A resposta atingiu o comprimento máximo e termina aqui.',
    used: 'A sua parte de hoje do modelo de linguagem acabou, por isso responde o motor integrado.',
    busy: 'O modelo de linguagem ainda responde às suas outras perguntas, por isso o motor integrado responde a esta.',
    stopped: 'Parado.',
    interrupted: 'Fui interrompido antes de poder responder. Pergunte de novo.',
    leadIn: 'Eis o que encontrei:',
  },
  ru: {
    struck: 'Зачёркнуты числа, которых не дал ни один инструмент.',
    withheld: '[…] заменяет текст на языке, который нельзя проверить.',
    fallback: 'Языковая модель не ответила, поэтому отвечает встроенный движок.',
    brokeOff: 'Здесь языковая модель оборвалась. Отвечает встроенный движок:',
    cutShort: 'Ответ достиг наибольшей длины и заканчивается здесь.',
    used: 'Сегодняшняя доля языковой модели исчерпана, поэтому отвечает встроенный движок.',
    busy: 'Языковая модель ещё отвечает на другие ваши вопросы, поэтому на этот отвечает встроенный движок.',
    stopped: 'Остановлено.',
    interrupted: 'Меня прервали раньше, чем я смог ответить. Спросите ещё раз.',
    leadIn: 'Вот что нашлось:',
  },
  zh: {
    struck: '划掉的是没有任何工具返回过的数字。',
    withheld: '[…] 代替了无法核实的语言写成的内容。',
    fallback: '语言模型没有回答，由内置引擎回答。',
    brokeOff: '语言模型在此中断，由内置引擎回答：',
    cutShort: '回答已达最大长度，到此为止。',
    used: '今天的语言模型额度已用完，由内置引擎回答。',
    busy: '语言模型仍在回答您的其他问题，这个问题由内置引擎回答。',
    stopped: '已停止。',
    interrupted: '我在回答之前被打断了，请再问一次。',
    leadIn: '以下是查到的结果：',
  },
} as const satisfies Record<string, Notes>

export const notes = (language: string | undefined): Notes =>
  new Map<string | undefined, Notes>(Object.entries(NOTES)).get(language) ?? NOTES.en
