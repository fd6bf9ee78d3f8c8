import type { OwnLexicon } from '../own-lexicon.ts'

/** Spanish. */
export const ownSpanish: OwnLexicon = {
  language: 'es',
  self: 'llevo|he|yo|mi|mis|me|mí|mío|mía|míos|mías|he|tengo|tuve|gané|perdí|pagué|hice|llevo|voy|estoy|opero|gano|pierdo|pago|fui|nuestro|nuestra|operé|cerré|abrí|compré|vendí|entré(?! * (?:y|e|o|et|ou) )|debo|puedo|pierda|arriesgo|puse|coloqué|tenga|hago',
  bare: 'sería liquidad*|seré liquidad*|seria liquidad*|operé|he operado|he negociado|negocié|moví|he movido|pnl no realizado|ganancia no realizada|pérdida no realizada|margen usado|margen utilizado|últimas ejecuciones|pnl|no realizad*|margen|stop loss|take profit|precio de entrada|precio de liquidación|operaciones perdedoras|operaciones ganadoras|última operación|peor operación|mejor operación|peor trade|mejor trade|comisiones pagadas|funding pagado|órdenes * abiertas|órdenes * * abiertas|posiciones * abiertas|ganancias y pérdidas|pérdidas y ganancias|número de operaciones|órdenes activas|mayor pérdida|mayor ganancia|qué operación|qué operaciones|cuántas operaciones|cuántos trades|ganancia o pérdida',
  listed:
    'dinero tengo|dinero me queda|margen me queda|margen queda|margen restante|valor de la cuenta|abiertas|abiertos|abierta|órdenes|margen disponible|margen libre|saldo disponible|órdenes abiertas|posiciones abiertas|órdenes pendientes|saldo|patrimonio|cartera|posiciones',
  paid: 'total|totales|pagad*|recibid*|pagué|hasta ahora|costado|gastado|en total|gasté|todas',
  detail: 'porcentaje|por ciento|%|desde cuándo|en total|exactamente',
  bareResult:
    'neto|ganancia neta|beneficio neto|pérdida neta|ganancias netas|resultado|resultados|pnl|ganancia|ganancias|beneficio|operaciones|trades|pérdida|pérdidas|en positivo|en negativo|beneficios',
  amount: 'cuánto tengo|cuántos tengo|tengo alguno|tengo algo|cuánto * tengo|cuántos * tengo|cuánto tengo en|cuánto tengo de',
  neutral:
    'todavía|aún|libre|cual|cuales|neto|neta|netas|netos|comparad*|comparación|respecto|dio|dieron|rinde|rindieron|plata|lana|guita|pasta|principios|inicio|cerré|compra|venta|de compra|de venta|hecho|alguna|alguno|llevo|suelo|puesta|puesto|puestas|tengo|tienes|fue|fueron|estoy|estan|dejado|pagado|pague|cobrado|metido|voy|ido|quedan|queda|normalmente|hasta',
  aside:
    '(?:sin|antes de|después de|descontando|quitando|restando|menos|incluyendo|con)(?: contar)?(?: (?:las|el|los))? (?:comisiones|funding)(?: (?:y|ni)(?: (?:el|las))? (?:funding|comisiones))?(?: incluid[ao]s?)?|con comisiones incluidas|con las comisiones incluidas|con comisiones|con las comisiones|comisiones incluidas|incluyendo comisiones|incluidas las comisiones|con funding|con comisiones incluidas|incluyendo funding|funding incluido|sin comisiones|antes de comisiones|después de comisiones|descontando comisiones|sin funding|sin el funding|sin contar el funding|sin contar funding|sin contar comisiones|sin contar las comisiones|sin las comisiones|sin comisiones ni funding',
  holding:
    'estoy * largo|estoy * corto|estoy * long|estoy * short|estoy largo|estoy corto|estoy en largo|estoy en corto|estoy long|estoy short',
  distance: 'lejos|qué distancia|me falta para|falta para|qué tan lejos|qué tan cerca|a qué distancia|distancia|cerca',
  others:
    'de mi esposa|de mi mujer|de mi marido|de mi hermano|de mi amigo|de mi jefe|de mi padre|tus|tu|vuestr*|su|sus|de otros|otros usuarios|alguien|usuario*|todo el mundo|los demás|cliente*|ellos',
  act: 'cierra*|cerrar mi*|cierre mi*|cancela|cancele|cancelame|cancelar mi*|vende*|borra*|modifica*|coloca*|pon una*|pon mi*|reduce*|aumenta*|duplica*|cómo puedo|exporta*|importa*|reinicia*',
  command:
    'pon * a|pon * en|haz que|establece*|cómo puedo|dónde puedo|mueve*|mover mi*|pon mi*|pon el|pon una*|cambia mi*|cambia el*|cierra*|cerrar mi*|cierre mi*|cancela|cancele|cancelame|cancelar mi*|vende*|borra*|modifica*|coloca*|reduce*|aumenta*|duplica*|sube mi*|baja mi*|fija*',
  reason: 'qué pasa si|qué pasaría|por qué|porqué|debería|debo|razón|motivo|si hubiera|si cierro|si vendo|perdería|ganaría',
  topics: {
    positions:
      'aislad[ao]|short abierto|short de * abierto|long abierto|long de * abierto|corto abierto|corto de * abierto|largo abierto|largo de * abierto|trade abierto|qué precio compré|qué precio entré|compré a|tamaño de mi|qué tan grande|pagué por|compré mis|compré mi|entré en|posición|posiciones|cartera|portafolio|exposición|operaciones abiertas|trades abiertos|estoy largo|estoy corto|no realizad*|flotante|precio de entrada|entrada|liquidación|liquidan|apalancamiento|precio medio|precio promedio|liquidado|liquidada|liquidar*|expuesto|expuesta|tamaño|entré(?! * (?:y|e|o|et|ou) )|apalancado|apalancada|abierta|latente*|precio de compra|precio promedio de compra|tamaño de posición|tengo abierto',
    orders:
      'orden|órdenes|stop|stops|stop loss|take profit|límite|precio límite|toma de ganancias|pendientes|orden límite|órdenes límite|puestas|objetivo de ganancia|saltar* el stop|saltará',
    account:
      'dinero tengo|dinero me queda|margen me queda|margen queda|margen restante|valor de la cuenta|margen disponible|margen libre|saldo disponible|saldo|cuenta|balance|capital|patrimonio|efectivo|margen usado|margen utilizado|margen en uso|depósito|deposité|depositado|margen|colateral|capital inicial|fondos|garantía',
    fees: 'comisión|comisiones|tarifas|tasas',
    funding: 'funding|financiación|financiamiento',
    win_rate:
      'ratio de aciertos|ratio de acierto|tasa de aciertos|% de mis|porcentaje de mis operaciones|porcentaje de operaciones|porcentaje de mis trades|porcentaje de aciertos|porcentaje de acierto|tasa de acierto|tasa de aciertos|tasa de éxito|win rate|winrate|porcentaje de ganadoras|con qué frecuencia gano|tasa de victorias|tasa de ganancia|porcentaje de victorias|qué porcentaje gano|efectividad|cada cuánto gano|con qué frecuencia * gano|cuántas veces gano|porcentaje de mis',
    profit_factor: 'profit factor|factor de beneficio|factor de ganancia',
    expectancy: 'esperanza|expectativa|por operación|por trade|en promedio|de media|resultado medio|promedio por',
    payoff: 'cuando gano|cuando pierdo|payoff|ratio ganancia|ganancia media|pérdida media|relación riesgo',
    max_drawdown:
      'drawdown máximo|mayor drawdown|peor drawdown|drawdown|caída máxima|mayor caída|retroceso máximo|máxima caída|máximo retroceso|peor caída|peor racha',
    sharpe: 'sharpe',
    sortino: 'sortino',
    sqn: 'sqn',
    mean_r: 'r medio|r promedio|múltiplo de r|múltiplos de r',
    mean_hold_ms:
      'duró|duraron|han durado|ha durado|cuánto tiempo suelo mantener|cuánto tiempo mantengo|cuánto duran mis operaciones|cuánto tiempo tengo abiert*|cuánto suelo mantener|cuánto tiempo mantengo|cuánto dura|cuánto duran|cuánto tiempo dura|tiempo medio|duración media|tiempo de tenencia|duración promedio|duración de mis',
    mean_slippage: 'slippage|deslizamiento',
    net: 'neto|más plata|más guita|más lana|cuánto llevo|llevo ganado|llevo perdido|llevo ganando|llevo perdiendo|cómo estoy|gané|gano|ganado|ganancia|ganancias|perdí|pierdo|perdido|pérdida|pérdidas|beneficio|beneficios|pnl|resultado|resultados|rentable|dinero|positivo|negativo|rentabilidad|en positivo|en negativo|perdiendo|ganando|retorno|roi|en verde|en rojo|saldo final|utilidad|utilidades|ganancias y pérdidas|pérdidas y ganancias',
    overview:
      'cómo (?:fue|estuvo) (?:la|el|esta|este|ayer)|qué tal (?:la|el|esta|este) (?:semana|mes|día|año)|cómo me fue|cómo me ha ido|cómo me va|cómo voy|cómo lo hice|rendimiento|desempeño|estadísticas|estadística|resumen|cómo estuvo mi|cómo fue mi|cómo fueron mis|cómo han ido mis|cómo van mis|mis números|qué tal me fue|qué tal mi|qué tal lo hice|qué tal me ha ido',
    fills: 'ejecución|ejecuciones|ejecutó|ejecutaron|ejecutado',
    streaks:
      'racha * más larga|racha más larga|mayor racha|peor racha|mejor racha|al hilo|consecutivas|racha|rachas|seguidas|seguidos|consecutiv*|serie de',
    volume:
      'he movido|moví|volumen movido|volumen|volumen operado|volumen de trading|volumen negociado|cuánto he operado|cuánto operé|cuánto he negociado|cuánto negocié|cuánto opero',
    trades:
      'última vez que gané|última vez que he ganado|última vez que perdí|última vez que he perdido|última vez que operé|error|errores|operación|operaciones|trade|trades|ganadoras|perdedoras|diario|bitácora',
  },
  groupings: {
    weekday:
      'día de la semana|días de la semana|qué día|qué días|peor día|mejor día|los lunes|los martes|los miércoles|los jueves|los viernes|los sábados|los domingos|cada (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)',
    hour: 'hora del día|qué hora|a qué horas|por hora|mejor hora|peor hora',
    symbol:
      'moneda en la que|moneda que|moneda con la que|cuál es la moneda|qué moneda|qué monedas|qué cripto|cuál moneda|por moneda|por cripto|peor moneda|mejor moneda|qué mercado|por mercado|qué token|qué criptomoneda|cada moneda',
    side: 'qué lado|compra o venta|compras o ventas|largo o corto|largos o cortos|en largo o en corto|cortos o largos|corto o largo|por dirección|por lado|largos que en cortos|long o short|largos y cortos|qué dirección|largos contra cortos|largos frente a cortos',
    tag: 'etiqueta|etiquetas|tag|tags|setup|setups|estrategia|estrategias',
  },
  periods: {
    today: 'mi día(?! mas)(?! mejor)(?! peor)|hoy|(?<!hora )del día',
    yesterday: 'ayer',
    this_week:
      'mi semana(?! mas)(?! mejor)(?! peor)|(?:comienzo|inicio) de semana|esta semana|semana actual|(?<!dia de )(?<!dias de )la semana(?! pasad)(?! anterior)|semanal*',
    last_week: 'semana pasada|semana anterior|última semana',
    this_month:
      'mi mes(?! mas)(?! mejor)(?! peor)|el mes(?! pasad)(?! anterior)|(?:principios|comienzo|inicio) de mes|este mes|mes actual|del mes(?! pasad)(?! anterior)|mensual*',
    last_month: 'mes pasado|mes anterior|último mes',
    this_quarter: 'este trimestre|trimestre actual|trimestre en curso',
    last_quarter: 'trimestre pasado|último trimestre|trimestre anterior',
    this_year: '(?:principios|comienzo|inicio) de año|este año|del año(?! pasado)(?! anterior)|año actual|anual*',
    last_year: 'año pasado|año anterior',
    weekend: 'este fin de semana|(?:en |durante )?el fin de semana(?! pasad)(?! anterior)(?! que)',
    last_weekend: 'fin de semana pasado|último fin de semana|pasado fin de semana|fin de semana anterior|finde pasado|último finde',
  },
  long: 'compras|largo|largos|en largo|long|longs|largas',
  short: 'ventas|corto|cortos|en corto|short|shorts|cortas',
  best: 'top|más me dio|me dio más|más gané|más me rindió|me da más|me deja más|mejor|mejores|mayor ganancia|mayores ganancias|más gané|más gano|gano más|gané más|más rentable|más rentables',
  worst:
    'más caro|más cara|peor|peores|mayor pérdida|mayores pérdidas|más perdí|más pierdo|pierdo más|perdí más|menos rentable|más me cuesta|más me costó|me costó más|más me ha costado|que más me cost*|más pérdida*',
  winners:
    'que dieron ganancia*|que ganaron|en ganancia|última vez que gané|última vez que he ganado|ganadora|ganadoras|ganador|ganadores|con ganancia|con ganancias|que gané|en las que gané|donde gané|victorias',
  losers:
    'que dieron pérdida*|que perdieron|que perdí|última vez que perdí|última vez que he perdido|perdedora|perdedoras|perdedor|perdedores|en las que perdí|con pérdida|con pérdidas|que perdí|donde perdí|en pérdida|perdiendo|en rojo|operaciones perdí|operaciones que perdí|trades perdí|salieron mal|derrotas',
  newest: 'última operación|últimas|última|último|últimos|recientes|reciente',
  single:
    'última vez que gané|última vez que he ganado|última vez que perdí|última vez que he perdido|última vez que operé|última operación|último trade|última transacción|operación más reciente|trade más reciente|última pérdida|última ganancia|última * operación',
  many: 'cuántas de mis|cuántos longs|cuántos shorts|cuántos largos|cuántos cortos|cuántos de mis|cuántas operaciones|cuántos trades|número de|cuántas veces|cuántas',
  done: 'ejecutada|ejecutadas|canceladas|cancelada|completadas|cerradas|pasadas|terminadas|expiradas|últimas órdenes|expiró|caducó|cerrada',
  noTime:
    'de todos los tiempos|última vez|alguna vez|en total|hasta ahora|jamás|nunca|en general|en conjunto|hasta la fecha|hasta hoy|desde el principio',
  otherTime:
    'la mañana|por la tarde|tarde|noche|anoche|minuto|minutos|trimestre|década|fin de semana|fines de semana|finde|navidad|verano|invierno|primavera|otoño|desde',
}
