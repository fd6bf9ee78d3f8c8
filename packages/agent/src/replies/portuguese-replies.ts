import type { ReplyTexts } from './reply-texts.ts'

/** Portuguese replies of the engine. */
export const portugueseReplies: ReplyTexts = {
  hours: {
    one: '{n} hora',
    other: '{n} horas',
  },
  leads: {
    price: 'Aqui está o preço atual de {coins}.',
    prediction: 'Aqui está a previsão de {coins} para daqui a {hours}.',
    history: 'Aqui está o histórico de {coins}: {hours} atrás.',
    mixed: 'Aqui está o que perguntou sobre {coins}.',
  },
  problems: {
    noPrediction: 'Não tenho previsões de {coins}, só de {predicted}. Posso dizer o preço e o histórico.',
    predictionHours: 'Só prevejo horas inteiras, de 1 a {ahead}.',
    historyHours: 'Só olho para trás horas inteiras, de 1 a {back}.',
    vague:
      'Conto em horas inteiras a partir de agora, não por data, dia da semana ou hora. Diga quantas, por exemplo “em 6 horas” ou “há 6 horas”.',
    far: 'Isso é mais longe do que vejo: as previsões chegam a {ahead} horas e o histórico a {back} horas.',
    tooMany: 'É mais do que consulto de uma vez; deixei algo de fora.',
  },
  refusals: {
    empty: 'Pergunte por um preço, uma previsão ou um preço passado, por exemplo “preço do bitcoin”.',
    greet: 'Olá! Pergunte o preço de uma moeda, os preços passados ou uma previsão de {predicted}.',
    thanks: 'De nada. Pergunte quando quiser outro preço.',
    help: 'Digo preços atuais, preços passados e previsões de {predicted} de 1 a {ahead} horas inteiras. Diga uma moeda e, se quiser, um momento.',
    trade: 'Nunca compro, vendo nem envio nada. Pode fazê-lo no ecrã Trade. Digo preços, preços passados e previsões.',
    dated: 'Não posso rascunhar alertas nem ordens para uma data ou hora. Peça sem ela, confira o rascunho e guarde-o ou envie-o.',
    alert: 'Só posso rascunhar um alerta para uma moeda, com um preço ou uma variação diária em por cento. Peça um de cada vez.',
    advice: 'Não dou conselhos de investimento. Digo preços, preços passados e previsões de {predicted}.',
    metric: 'Não tenho ferramenta para esse número. Digo preços, preços passados e previsões de {predicted}.',
    scope: 'Não posso ajudar com isso. Digo preços, preços passados e previsões de {predicted}.',
    unknownCoin: 'Não encontrei aí nenhuma moeda que eu conheça. Tente o símbolo ou o nome completo.',
    whichCoin: 'De que moeda fala?',
    whichWay: 'Quer dizer tantas horas à frente ou atrás?',
    whatOfIt: 'O que quer saber: o preço agora, um preço passado ou uma previsão?',
  },
  alert: 'Aqui está um rascunho desse alerta sobre {coin}. Verifique-o e guarde-o: antes disso nada é vigiado.',
  narrow:
    'Não posso limitar nem dividir esse número assim. Posso limitá-lo a uma moeda ou excluir moedas, a longs ou shorts e a um período; médias por dia, semana ou mês só tenho do resultado, das taxas e do funding.',
  now: 'Conheço a sua conta, as posições e as ordens abertas só como estão agora, não noutro momento. As operações fechadas, de qualquer período.',
  record:
    'Conheço as previsões a partir de agora e a sua precisão em todo o registo, não num período nem num momento anterior. Pergunte sem a data para ver todo o registo.',
  recent:
    'Conheço a taxa de funding atual do mercado e as suas maiores altas e quedas em 24 horas, não de outro período. Para os seus números, pergunte “meu funding ontem” ou “minhas piores operações desta semana”.',
  order: 'Aqui está um rascunho dessa ordem de {coin}. Confira-o no ticket e envie-o: eu nunca envio ordens.',
  period:
    'Não entendi esse período. Conheço hoje, ontem, esta semana e a passada, este mês e o passado, este ano e o passado, os últimos dias, semanas ou meses em números, os meses pelo nome, os dias da semana, as datas e de uma data a outra.',
  command:
    'Eu apenas leio: não posso criar, alterar nem cancelar ordens ou posições, e ninguém pode fixar um preço de mercado. Pode fazê-lo no ecrã Trade, e os alertas em Trade alerts.',
  others: 'Só posso mostrar a sua própria conta, nunca a de outra pessoa.',
  dropped: 'Deixei de fora a parte da pergunta para a qual não tenho ferramenta.',
  untimed: 'São as mais recentes, não só as do período pedido: cada uma mostra o seu momento.',
  unread: 'Não usei estas palavras da sua pergunta: {names}. Confira se a resposta corresponde a ela.',
  droppedNames: 'Deixei de fora o que não conheço: {names}.',
  market: 'Respondo a um tipo de pergunta de cada vez: pergunte à parte pelo preço ou pela previsão.',
  suggestions: {
    price: 'preço de {coin}',
    prediction: '{coin} daqui a {hours}',
    history: '{coin} {hours} atrás',
  },
}
