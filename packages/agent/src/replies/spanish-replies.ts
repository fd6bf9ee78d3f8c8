import type { ReplyTexts } from './reply-texts.ts'

/** Spanish replies of the engine. */
export const spanishReplies: ReplyTexts = {
  hours: {
    one: '{n} hora',
    other: '{n} horas',
  },
  leads: {
    price: 'Este es el precio actual de {coins}.',
    prediction: 'Esta es la predicción de {coins} a {hours}.',
    history: 'Este es el historial de {coins}: {hours} atrás.',
    mixed: 'Esto es lo que preguntas sobre {coins}.',
  },
  problems: {
    noPrediction: 'No tengo predicciones de {coins}, solo de {predicted}. Puedo decir precio e historial.',
    predictionHours: 'Solo predigo horas enteras, de 1 a {ahead}.',
    historyHours: 'Solo miro atrás horas enteras, de 1 a {back}.',
    vague:
      'Cuento en horas enteras desde ahora, no por fecha, día de la semana ni hora del día. Dime cuántas, por ejemplo «en 6 horas» o «hace 6 horas».',
    far: 'Eso está más lejos de lo que veo: las predicciones llegan a {ahead} horas y el historial a {back} horas.',
    tooMany: 'Es más de lo que consulto de una vez; he dejado algo fuera.',
  },
  refusals: {
    empty: 'Pregúntame por un precio, una predicción o un precio pasado, por ejemplo «precio de bitcoin».',
    greet: '¡Hola! Pregúntame el precio de una moneda, sus precios pasados o una predicción de {predicted}.',
    thanks: 'De nada. Pregunta cuando quieras otro precio.',
    help: 'Digo precios actuales, precios pasados y predicciones de {predicted} de 1 a {ahead} horas enteras. Nombra una moneda y, si quieres, un momento.',
    trade: 'Nunca compro, vendo ni envío nada. Puede hacerlo usted en la pantalla Trade. Digo precios, precios pasados y predicciones.',
    dated: 'No puedo redactar alertas ni órdenes para una fecha u hora. Pídalo sin ella, revise el borrador y guárdelo o envíelo usted.',
    alert: 'Solo puedo redactar una alerta para una moneda, con un precio o un cambio diario en por ciento. Pídalas una por una.',
    advice: 'No doy consejos de inversión. Digo precios, precios pasados y predicciones de {predicted}.',
    metric: 'No tengo herramienta para esa cifra. Digo precios, precios pasados y predicciones de {predicted}.',
    scope: 'No puedo ayudar con eso. Digo precios, precios pasados y predicciones de {predicted}.',
    unknownCoin: 'No encuentro ahí ninguna moneda que conozca. Prueba con su símbolo o su nombre completo.',
    whichCoin: '¿De qué moneda hablas?',
    whichWay: '¿Quieres decir tantas horas después o antes?',
    whatOfIt: '¿Qué quieres saber: el precio ahora, un precio pasado o una predicción?',
  },
  alert: 'Aquí tienes un borrador de esa alerta sobre {coin}. Revísalo y guárdalo: antes no se vigila nada.',
  narrow:
    'No puedo limitar ni repartir esa cifra así. Puedo limitarla a una moneda o excluir monedas, a largos o cortos y a un periodo; medias por día, semana o mes solo tengo del resultado, las comisiones y el funding.',
  now: 'Conozco su cuenta, sus posiciones y sus órdenes abiertas solo como están ahora, no en otro momento. Las operaciones cerradas, de cualquier periodo.',
  record:
    'Conozco los pronósticos desde ahora y su precisión en todo el registro, no en un periodo ni en un momento anterior. Pregunte sin la fecha para ver todo el registro.',
  recent:
    'Conozco la tasa de funding actual del mercado y sus mayores subidas y bajadas en 24 horas, no de otro momento. Para sus propias cifras, pregunte «mi funding de ayer» o «mis peores operaciones de esta semana».',
  order: 'Aquí tiene un borrador de esa orden de {coin}. Revíselo en el ticket y envíelo usted: nunca envío órdenes.',
  period:
    'No entendí ese periodo. Conozco hoy, ayer, esta semana y la pasada, este mes y el pasado, este año y el pasado, los últimos días, semanas o meses en cifras, los meses por su nombre, los días de la semana, las fechas y de una fecha a otra.',
  command:
    'Solo leo: no puedo crear, cambiar ni cancelar órdenes o posiciones, y nadie puede fijar un precio de mercado. Puede hacerlo usted en la pantalla Trade, y las alertas en Trade alerts.',
  others: 'Solo puedo mostrar su propia cuenta, nunca la de otra persona.',
  dropped: 'He omitido la parte de su pregunta para la que no tengo herramienta.',
  untimed: 'Son las más recientes, no solo las del tiempo pedido: cada una muestra su momento.',
  unread: 'No usé estas palabras de su pregunta: {names}. Compruebe que la respuesta corresponde a ella.',
  droppedNames: 'He omitido lo que no conozco: {names}.',
  market: 'Respondo a un tipo de pregunta a la vez: pregunte por el precio o la predicción aparte.',
  suggestions: {
    price: 'precio de {coin}',
    prediction: '{coin} en {hours}',
    history: '{coin} hace {hours}',
  },
}
