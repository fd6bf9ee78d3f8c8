import { AGENT_LANGUAGES, type AgentLanguage } from '@aerie/agent/concepts'

/** Languages in the order of `AGENT_LANGUAGES`: en, de, fr, es, it, pt, ru, zh. */
const TEXTS = {
  account:
    'Your paper account|Dein Papierkonto|Votre compte papier|Su cuenta de práctica|Il suo conto virtuale|A sua conta virtual|Ваш бумажный счёт|您的模拟账户',
  positions:
    'Your open positions|Deine offenen Positionen|Vos positions ouvertes|Sus posiciones abiertas|Le sue posizioni aperte|As suas posições abertas|Ваши открытые позиции|您的持仓',
  open_orders:
    'Your open orders|Deine offenen Orders|Vos ordres ouverts|Sus órdenes abiertas|I suoi ordini aperti|As suas ordens abertas|Ваши открытые ордера|您的挂单',
  done_orders:
    'Your newest ended orders|Deine neuesten beendeten Orders|Vos derniers ordres terminés|Sus últimas órdenes terminadas|I suoi ultimi ordini conclusi|As suas últimas ordens terminadas|Ваши последние завершённые ордера|您最近结束的订单',
  fills:
    'Your newest fills|Deine neuesten Ausführungen|Vos dernières exécutions|Sus últimas ejecuciones|Le sue ultime esecuzioni|As suas últimas execuções|Ваши последние исполнения|您最近的成交',
  scope_account:
    'Your paper account, open positions included|Dein Papierkonto, mit offenen Positionen|Votre compte papier, positions ouvertes comprises|Su cuenta de práctica, con las posiciones abiertas|Il suo conto virtuale, posizioni aperte comprese|A sua conta virtual, com as posições abertas|Ваш бумажный счёт, вместе с открытыми позициями|您的模拟账户（含未平仓持仓）',
  scope_all_trades:
    'Your closed trades and open positions|Deine geschlossenen Trades und offenen Positionen|Vos trades clôturés et positions ouvertes|Sus operaciones cerradas y posiciones abiertas|I suoi trade chiusi e posizioni aperte|As suas operações fechadas e posições abertas|Ваши закрытые сделки и открытые позиции|您的已平仓交易和持仓',
  newest:
    'Your newest closed trades|Deine neuesten geschlossenen Trades|Vos derniers trades clôturés|Sus últimas operaciones cerradas|I suoi ultimi trade chiusi|As suas últimas operações fechadas|Ваши последние закрытые сделки|您最近平仓的交易',
  best: 'Your best closed trades|Deine besten geschlossenen Trades|Vos meilleurs trades clôturés|Sus mejores operaciones cerradas|I suoi migliori trade chiusi|As suas melhores operações fechadas|Ваши лучшие закрытые сделки|您最好的已平仓交易',
  worst:
    'Your worst closed trades|Deine schlechtesten geschlossenen Trades|Vos pires trades clôturés|Sus peores operaciones cerradas|I suoi peggiori trade chiusi|As suas piores operações fechadas|Ваши худшие закрытые сделки|您最差的已平仓交易',
  statistics:
    'Your closed trades|Deine geschlossenen Trades|Vos trades clôturés|Sus operaciones cerradas|I suoi trade chiusi|As suas operações fechadas|Ваши закрытые сделки|您的已平仓交易',
  win: 'with a gain|mit Gewinn|gagnants|ganadoras|in guadagno|com ganho|прибыльные|盈利',
  loss: 'with a loss|mit Verlust|perdants|perdedoras|in perdita|com perda|убыточные|亏损',
  long: 'long|long|long|largo|long|long|лонг|做多',
  short: 'short|short|short|corto|short|short|шорт|做空',
  buy: 'buy|Kauf|achat|compra|acquisto|compra|покупка|买入',
  sell: 'sell|Verkauf|vente|venta|vendita|venda|продажа|卖出',
  all_time: 'all time|gesamte Zeit|toute la période|todo el tiempo|tutto il periodo|todo o período|за всё время|全部时间',
  until: 'until {d}|bis {d}|jusqu’au {d}|hasta el {d}|fino al {d}|até {d}|по {d}|截至 {d}',
  none_positions:
    'No open positions.|Keine offenen Positionen.|Aucune position ouverte.|No hay posiciones abiertas.|Nessuna posizione aperta.|Nenhuma posição aberta.|Открытых позиций нет.|没有持仓。',
  none_orders:
    'No such orders.|Keine solchen Orders.|Aucun ordre de ce genre.|No hay órdenes así.|Nessun ordine di questo tipo.|Nenhuma ordem assim.|Таких ордеров нет.|没有这样的订单。',
  none_trades:
    'No closed trades.|Keine geschlossenen Trades.|Aucun trade clôturé.|No hay operaciones cerradas.|Nessun trade chiuso.|Nenhuma operação fechada.|Закрытых сделок нет.|没有已平仓的交易。',
  paper: 'Paper|Papier|Papier|Práctica|Virtuale|Virtual|Бумажная торговля|模拟交易',
  on_live: 'live prices|echte Kurse|prix réels|precios reales|prezzi reali|preços reais|реальные цены|实时价格',
  on_sim: 'simulated prices|simulierte Kurse|prix simulés|precios simulados|prezzi simulati|preços simulados|симулированные цены|模拟价格',
  on_replay:
    'replayed prices|Kurse einer Aufzeichnung|prix rejoués|precios reproducidos|prezzi registrati|preços de uma gravação|цены из записи|回放价格',
  imported: 'imported|importiert|importés|importadas|importati|importadas|импортировано|导入',
  net: 'Net result|Nettoergebnis|Résultat net|Resultado neto|Risultato netto|Resultado líquido|Чистый результат|净盈亏',
  trades: 'Trades|Trades|Trades|Operaciones|Trade|Operações|Сделки|交易数',
  fees: 'Fees|Gebühren|Frais|Comisiones|Commissioni|Taxas|Комиссии|手续费',
  result:
    'Result since the deposit|Ergebnis seit der Einzahlung|Résultat depuis le dépôt|Resultado desde el depósito|Risultato dal deposito|Resultado desde o depósito|Результат с момента депозита|入金以来的总盈亏',
  result_share: 'Of the deposit|Der Einzahlung|Du dépôt|Del depósito|Del deposito|Do depósito|От депозита|占入金',
  realised_gross:
    'Realised, before fees and funding|Realisiert, vor Gebühren und Funding|Réalisé, avant frais et funding|Realizado, antes de comisiones y funding|Realizzato, prima di commissioni e funding|Realizado, antes de taxas e funding|Реализовано, до комиссий и фандинга|已实现（未计手续费和资金费）',
  gross:
    'Before fees and funding|Vor Gebühren und Funding|Avant frais et funding|Antes de comisiones y funding|Prima di commissioni e funding|Antes de taxas e funding|До комиссий и фандинга|未计手续费和资金费',
  realised: 'realised|realisiert|réalisé|realizado|realizzato|realizado|реализовано|已实现',
  fees_paid: 'Fees paid|Bezahlte Gebühren|Frais payés|Comisiones pagadas|Commissioni pagate|Taxas pagas|Уплаченные комиссии|已付手续费',
  funding_paid: 'Funding paid|Bezahltes Funding|Funding payé|Funding pagado|Funding pagato|Funding pago|Уплаченный фандинг|已付资金费',
  funding_received:
    'Funding received|Erhaltenes Funding|Funding reçu|Funding recibido|Funding ricevuto|Funding recebido|Полученный фандинг|已收资金费',
  fees_closed:
    'of it in closed trades|davon in geschlossenen Trades|dont trades clôturés|de ello en operaciones cerradas|di cui in trade chiusi|das quais em operações fechadas|из них в закрытых сделках|其中已平仓交易',
  funding_closed_paid:
    'Funding paid in closed trades|In geschlossenen Trades bezahltes Funding|Funding payé dans les trades clôturés|Funding pagado en operaciones cerradas|Funding pagato nei trade chiusi|Funding pago em operações fechadas|Фандинг, уплаченный в закрытых сделках|已平仓交易已付资金费',
  funding_closed_received:
    'Funding received in closed trades|In geschlossenen Trades erhaltenes Funding|Funding reçu dans les trades clôturés|Funding recibido en operaciones cerradas|Funding ricevuto nei trade chiusi|Funding recebido em operações fechadas|Фандинг, полученный в закрытых сделках|已平仓交易已收资金费',
  net_closed:
    'Net result of closed trades|Nettoergebnis geschlossener Trades|Résultat net des trades clôturés|Resultado neto de operaciones cerradas|Risultato netto dei trade chiusi|Resultado líquido das operações fechadas|Чистый результат закрытых сделок|已平仓交易净盈亏',
  gross_closed:
    'of closed trades, before fees and funding|geschlossener Trades, vor Gebühren und Funding|des trades clôturés, avant frais et funding|de operaciones cerradas, antes de comisiones y funding|dei trade chiusi, prima di commissioni e funding|das operações fechadas, antes de taxas e funding|закрытых сделок, до комиссий и фандинга|已平仓交易，未计手续费和资金费',
  by_weekday:
    'by weekday|nach Wochentag|par jour de la semaine|por día de la semana|per giorno della settimana|por dia da semana|по дням недели|按星期',
  unrealised_now:
    'Unrealised now, open positions|Jetzt unrealisiert, offene Positionen|Non réalisé actuellement, positions ouvertes|No realizado ahora, posiciones abiertas|Non realizzato ora, posizioni aperte|Não realizado agora, posições abertas|Не реализовано сейчас, открытые позиции|当前未实现（持仓）',
  together:
    'Closed net and unrealised together|Geschlossen netto und unrealisiert zusammen|Net clôturé et non réalisé ensemble|Neto cerrado y no realizado juntos|Netto chiuso e non realizzato insieme|Líquido fechado e não realizado juntos|Закрытые (чистый) и нереализованное вместе|已平仓净额与未实现合计',
  account_since: 'Account opened|Konto eröffnet|Compte ouvert|Cuenta abierta|Conto aperto|Conta aberta|Счёт открыт|账户开立于',
  without: 'without {c}|ohne {c}|sans {c}|sin {c}|senza {c}|sem {c}|без {c}|不含 {c}',
  kind_limit: 'limit|Limit|limite|límite|limite|limite|лимитные|限价',
  kind_market: 'market|Market|au marché|a mercado|a mercato|a mercado|рыночные|市价',
  kind_stop: 'stop|Stop|stop|stop|stop|stop|стоп|止损',
  kind_take_profit: 'take profit|Take-Profit|take profit|take profit|take profit|take profit|тейк-профит|止盈',
  kind_trailing_stop: 'trailing stop|Trailing-Stop|stop suiveur|trailing stop|trailing stop|trailing stop|трейлинг-стоп|追踪止损',
  streak_wins:
    'Longest streak of wins, in trades|Längste Gewinnserie, in Trades|Plus longue série de gains, en trades|Racha ganadora más larga, en operaciones|Serie più lunga di guadagni, in trade|Maior sequência de ganhos, em operações|Самая длинная серия прибыльных сделок|最长连胜笔数',
  streak_losses:
    'Longest streak of losses, in trades|Längste Verlustserie, in Trades|Plus longue série de pertes, en trades|Racha perdedora más larga, en operaciones|Serie più lunga di perdite, in trade|Maior sequência de perdas, em operações|Самая длинная серия убыточных сделок|最长连亏笔数',
  current_wins:
    'Wins in a row now|Gewinne in Folge jetzt|Gains d’affilée actuellement|Ganancias seguidas ahora|Guadagni di fila ora|Ganhos seguidos agora|Прибыльных подряд сейчас|当前连胜',
  current_losses:
    'Losses in a row now|Verluste in Folge jetzt|Pertes d’affilée actuellement|Pérdidas seguidas ahora|Perdite di fila ora|Perdas seguidas agora|Убыточных подряд сейчас|当前连亏',
  volume_closed:
    'Traded volume, entries and exits of closed trades|Handelsvolumen, Ein- und Ausstiege geschlossener Trades|Volume négocié, entrées et sorties des trades clôturés|Volumen negociado, entradas y salidas de operaciones cerradas|Volume negoziato, entrate e uscite dei trade chiusi|Volume negociado, entradas e saídas de operações fechadas|Объём торгов, входы и выходы закрытых сделок|交易量（已平仓交易的开仓与平仓）',
  mean_day:
    'Average net a day with a closed trade|Ø netto je Tag mit geschlossenem Trade|Net moyen par jour avec un trade clôturé|Neto medio por día con operación cerrada|Netto medio per giorno con un trade chiuso|Líquido médio por dia com operação fechada|Средний чистый результат за день с закрытой сделкой|有平仓交易的日均净盈亏',
  mean_week:
    'Average net a week with a closed trade|Ø netto je Woche mit geschlossenem Trade|Net moyen par semaine avec un trade clôturé|Neto medio por semana con operación cerrada|Netto medio per settimana con un trade chiuso|Líquido médio por semana com operação fechada|Средний чистый результат за неделю с закрытой сделкой|有平仓交易的周均净盈亏',
  mean_month:
    'Average net a month with a closed trade|Ø netto je Monat mit geschlossenem Trade|Net moyen par mois avec un trade clôturé|Neto medio por mes con operación cerrada|Netto medio per mese con un trade chiuso|Líquido médio por mês com operação fechada|Средний чистый результат за месяц с закрытой сделкой|有平仓交易的月均净盈亏',
  mean_calendar_day:
    'Average net a calendar day|Ø netto je Kalendertag|Net moyen par jour calendaire|Neto medio por día natural|Netto medio per giorno di calendario|Líquido médio por dia corrido|Средний чистый результат за календарный день|自然日均净盈亏',
  calendar_days: 'Calendar days|Kalendertage|Jours calendaires|Días naturales|Giorni di calendario|Dias corridos|Календарных дней|自然日数',
  active_day:
    'Days with a closed trade|Tage mit geschlossenem Trade|Jours avec un trade clôturé|Días con operación cerrada|Giorni con un trade chiuso|Dias com operação fechada|Дней с закрытой сделкой|有平仓交易的天数',
  active_week:
    'Weeks with a closed trade|Wochen mit geschlossenem Trade|Semaines avec un trade clôturé|Semanas con operación cerrada|Settimane con un trade chiuso|Semanas com operação fechada|Недель с закрытой сделкой|有平仓交易的周数',
  active_month:
    'Months with a closed trade|Monate mit geschlossenem Trade|Mois avec un trade clôturé|Meses con operación cerrada|Mesi con un trade chiuso|Meses com operação fechada|Месяцев с закрытой сделкой|有平仓交易的月数',
  trades_day:
    'Closed trades on such a day|Geschlossene Trades an so einem Tag|Trades clôturés un tel jour|Operaciones cerradas en un día así|Trade chiusi in un giorno così|Operações fechadas num dia assim|Закрытых сделок в такой день|此类日均平仓笔数',
  trades_week:
    'Closed trades in such a week|Geschlossene Trades in so einer Woche|Trades clôturés une telle semaine|Operaciones cerradas en una semana así|Trade chiusi in una settimana così|Operações fechadas numa semana assim|Закрытых сделок в такую неделю|此类周均平仓笔数',
  trades_month:
    'Closed trades in such a month|Geschlossene Trades in so einem Monat|Trades clôturés un tel mois|Operaciones cerradas en un mes así|Trade chiusi in un mese così|Operações fechadas num mês assim|Закрытых сделок в такой месяц|此类月均平仓笔数',
  fees_day:
    'Average fees on such a day|Ø Gebühren an so einem Tag|Frais moyens un tel jour|Comisiones medias en un día así|Commissioni medie in un giorno così|Taxas médias num dia assim|Средние комиссии в такой день|这样的日均手续费',
  fees_week:
    'Average fees in such a week|Ø Gebühren in so einer Woche|Frais moyens une telle semaine|Comisiones medias en una semana así|Commissioni medie in una settimana così|Taxas médias numa semana assim|Средние комиссии в такую неделю|这样的周均手续费',
  fees_month:
    'Average fees in such a month|Ø Gebühren in so einem Monat|Frais moyens un tel mois|Comisiones medias en un mes así|Commissioni medie in un mese così|Taxas médias num mês assim|Средние комиссии в такой месяц|这样的月均手续费',
  funding_paid_day:
    'Average funding paid on such a day|Ø gezahltes Funding an so einem Tag|Funding moyen payé un tel jour|Funding medio pagado en un día así|Funding medio pagato in un giorno così|Funding médio pago num dia assim|Средний уплаченный фандинг в такой день|这样的日均已付资金费',
  funding_received_day:
    'Average funding received on such a day|Ø erhaltenes Funding an so einem Tag|Funding moyen reçu un tel jour|Funding medio recibido en un día así|Funding medio ricevuto in un giorno così|Funding médio recebido num dia assim|Средний полученный фандинг в такой день|这样的日均已收资金费',
  funding_paid_week:
    'Average funding paid in such a week|Ø gezahltes Funding in so einer Woche|Funding moyen payé une telle semaine|Funding medio pagado en una semana así|Funding medio pagato in una settimana così|Funding médio pago numa semana assim|Средний уплаченный фандинг в такую неделю|这样的周均已付资金费',
  funding_received_week:
    'Average funding received in such a week|Ø erhaltenes Funding in so einer Woche|Funding moyen reçu une telle semaine|Funding medio recibido en una semana así|Funding medio ricevuto in una settimana così|Funding médio recebido numa semana assim|Средний полученный фандинг в такую неделю|这样的周均已收资金费',
  funding_paid_month:
    'Average funding paid in such a month|Ø gezahltes Funding in so einem Monat|Funding moyen payé un tel mois|Funding medio pagado en un mes así|Funding medio pagato in un mese così|Funding médio pago num mês assim|Средний уплаченный фандинг в такой месяц|这样的月均已付资金费',
  funding_received_month:
    'Average funding received in such a month|Ø erhaltenes Funding in so einem Monat|Funding moyen reçu un tel mois|Funding medio recibido en un mes así|Funding medio ricevuto in un mese così|Funding médio recebido num mês assim|Средний полученный фандинг в такой месяц|这样的月均已收资金费',
  best_day: 'Best day|Bester Tag|Meilleur jour|Mejor día|Giorno migliore|Melhor dia|Лучший день|最佳单日',
  worst_day: 'Worst day|Schlechtester Tag|Pire jour|Peor día|Giorno peggiore|Pior dia|Худший день|最差单日',
  best_week: 'Best week|Beste Woche|Meilleure semaine|Mejor semana|Settimana migliore|Melhor semana|Лучшая неделя|最佳单周',
  worst_week: 'Worst week|Schlechteste Woche|Pire semaine|Peor semana|Settimana peggiore|Pior semana|Худшая неделя|最差单周',
  best_month: 'Best month|Bester Monat|Meilleur mois|Mejor mes|Mese migliore|Melhor mês|Лучший месяц|最佳单月',
  worst_month: 'Worst month|Schlechtester Monat|Pire mois|Peor mes|Mese peggiore|Pior mês|Худший месяц|最差单月',
  best_day_on:
    'Date of the best day|Datum des besten Tages|Date du meilleur jour|Fecha del mejor día|Data del giorno migliore|Data do melhor dia|Дата лучшего дня|最佳单日日期',
  worst_day_on:
    'Date of the worst day|Datum des schlechtesten Tages|Date du pire jour|Fecha del peor día|Data del giorno peggiore|Data do pior dia|Дата худшего дня|最差单日日期',
  best_week_on:
    'Monday of the best week|Montag der besten Woche|Lundi de la meilleure semaine|Lunes de la mejor semana|Lunedì della settimana migliore|Segunda-feira da melhor semana|Понедельник лучшей недели|最佳单周的周一',
  worst_week_on:
    'Monday of the worst week|Montag der schlechtesten Woche|Lundi de la pire semaine|Lunes de la peor semana|Lunedì della settimana peggiore|Segunda-feira da pior semana|Понедельник худшей недели|最差单周的周一',
  best_month_on:
    'First day of the best month|Erster Tag des besten Monats|Premier jour du meilleur mois|Primer día del mejor mes|Primo giorno del mese migliore|Primeiro dia do melhor mês|Первый день лучшего месяца|最佳单月的首日',
  worst_month_on:
    'First day of the worst month|Erster Tag des schlechtesten Monats|Premier jour du pire mois|Primer día del peor mes|Primo giorno del mese peggiore|Primeiro dia do pior mês|Первый день худшего месяца|最差单月的首日',
  deposit: 'Deposit|Einzahlung|Dépôt|Depósito|Deposito|Depósito|Депозит|入金',
  mean_win: 'Average win|Ø Gewinn|Gain moyen|Ganancia media|Guadagno medio|Ganho médio|Средняя прибыль|平均盈利',
  mean_loss: 'Average loss|Ø Verlust|Perte moyenne|Pérdida media|Perdita media|Perda média|Средний убыток|平均亏损',
  winners: 'With a gain|Mit Gewinn|Gagnants|Ganadoras|In guadagno|Com ganho|Прибыльных|盈利笔数',
  losers: 'With a loss|Mit Verlust|Perdants|Perdedoras|In perdita|Com perda|Убыточных|亏损笔数',
  closed_only:
    'Open positions are not included: {n}.|Offene Positionen sind nicht enthalten: {n}.|Positions ouvertes non comprises : {n}.|No incluye posiciones abiertas: {n}.|Posizioni aperte non comprese: {n}.|Posições abertas não incluídas: {n}.|Открытые позиции не учтены: {n}.|不含未平仓持仓：{n} 个。',
  left_out:
    'Trades left out, with an unknown fee or another currency: {n}.|Ausgelassene Trades mit unbekannter Gebühr oder anderer Währung: {n}.|Trades écartés (frais inconnus ou autre devise) : {n}.|Operaciones omitidas, con comisión desconocida u otra moneda: {n}.|Trade esclusi, con commissione ignota o altra valuta: {n}.|Operações omitidas, com taxa desconhecida ou outra moeda: {n}.|Не учтены сделки с неизвестной комиссией или в другой валюте: {n}.|未计入手续费不明或其他币种的交易：{n} 笔。',
  win_rate: 'Win rate|Trefferquote|Taux de réussite|Porcentaje de aciertos|Percentuale di successo|Taxa de acerto|Доля прибыльных|胜率',
  profit_factor: 'Profit factor|Profitfaktor|Facteur de profit|Factor de beneficio|Profit factor|Fator de lucro|Профит-фактор|盈利因子',
  expectancy:
    'Average net a trade|Ø netto je Trade|Net moyen par trade|Neto medio por operación|Netto medio per trade|Líquido médio por operação|Средний результат сделки|每笔平均净盈亏',
  payoff:
    'Average win to average loss|Ø Gewinn zu Ø Verlust|Gain moyen sur perte moyenne|Ganancia media a pérdida media|Guadagno medio su perdita media|Ganho médio sobre perda média|Средняя прибыль к среднему убытку|平均盈亏比',
  max_drawdown:
    'Largest drawdown|Größter Drawdown|Drawdown maximal|Drawdown máximo|Drawdown massimo|Drawdown máximo|Максимальная просадка|最大回撤',
  sharpe: 'Sharpe ratio|Sharpe-Ratio|Ratio de Sharpe|Ratio de Sharpe|Indice di Sharpe|Índice de Sharpe|Коэффициент Шарпа|夏普比率',
  sortino:
    'Sortino ratio|Sortino-Ratio|Ratio de Sortino|Ratio de Sortino|Indice di Sortino|Índice de Sortino|Коэффициент Сортино|索提诺比率',
  sqn: 'SQN|SQN|SQN|SQN|SQN|SQN|SQN|SQN',
  mean_r: 'Average R|Ø R|R moyen|R medio|R medio|R médio|Средний R|平均 R',
  mean_hold_ms:
    'Average holding time|Ø Haltedauer|Durée moyenne|Duración media|Durata media|Duração média|Среднее время удержания|平均持仓时间',
  held_wins:
    'Average holding time, trades with a gain|Ø Haltedauer, Trades mit Gewinn|Durée moyenne, trades gagnants|Duración media, operaciones ganadoras|Durata media, trade in guadagno|Duração média, operações com ganho|Среднее время удержания, прибыльные сделки|盈利交易的平均持仓时间',
  held_losses:
    'Average holding time, trades with a loss|Ø Haltedauer, Trades mit Verlust|Durée moyenne, trades perdants|Duración media, operaciones perdedoras|Durata media, trade in perdita|Duração média, operações com perda|Среднее время удержания, убыточные сделки|亏损交易的平均持仓时间',
  mean_slippage: 'Average slippage|Ø Slippage|Slippage moyen|Slippage medio|Slippage medio|Slippage médio|Среднее проскальзывание|平均滑点',
  unrealised_share:
    'of the entry value|des Einstiegswerts|de la valeur d’entrée|del valor de entrada|del valore di entrata|do valor de entrada|от стоимости входа|占开仓价值',
  to_liquidation:
    'distance to liquidation|Abstand zur Liquidation|distance à la liquidation|distancia a la liquidación|distanza dalla liquidazione|distância da liquidação|до ликвидации|距强平',
  to_stop: 'distance to stop|Abstand zum Stop|distance au stop|distancia al stop|distanza dallo stop|distância do stop|до стопа|距止损',
  opened: 'opened|eröffnet|ouverte le|abierta|aperta il|aberta|открыта|开仓日期',
  exit: 'exit|Ausstieg|sortie|salida|uscita|saída|выход|平仓价',
  move: 'price move|Kursbewegung|mouvement du prix|movimiento del precio|movimento del prezzo|movimento do preço|движение цены|价格变动',
  mae: 'worst unrealised (MAE)|schlechtester Buchstand (MAE)|pire latent (MAE)|peor no realizado (MAE)|peggior non realizzato (MAE)|pior não realizado (MAE)|худший нереализованный (MAE)|最差浮亏 (MAE)',
  held: 'held|gehalten|détenu|duración|durata|duração|удержание|持有时长',
  equity: 'Equity|Eigenkapital|Équité|Patrimonio|Equity|Patrimônio|Капитал|权益',
  cash: 'Cash|Guthaben|Liquidités|Efectivo|Contante|Dinheiro|Средства|现金',
  unrealised: 'Unrealised|Unrealisiert|Non réalisé|No realizado|Non realizzato|Não realizado|Нереализовано|未实现盈亏',
  margin_used: 'Margin used|Genutzte Margin|Marge utilisée|Margen usado|Margine usato|Margem usada|Занятая маржа|已用保证金',
  free_margin: 'Free margin|Freie Margin|Marge libre|Margen libre|Margine libero|Margem livre|Свободная маржа|可用保证金',
  size: 'size|Größe|taille|tamaño|quantità|tamanho|размер|数量',
  entry: 'entry|Einstieg|entrée|entrada|entrata|entrada|вход|开仓价',
  mark: 'mark|Mark|mark|mark|mark|mark|марк|标记价',
  liquidation: 'liquidation|Liquidation|liquidation|liquidación|liquidazione|liquidação|ликвидация|强平价',
  price: 'price|Preis|prix|precio|prezzo|preço|цена|价格',
  leverage: 'leverage|Hebel|levier|apalancamiento|leva|alavancagem|плечо|杠杆',
  margin: 'margin|Margin|marge|margen|margine|margem|маржа|保证金',
  cross: 'cross|Cross|croisée|cruzado|cross|cruzada|кросс|全仓',
  isolated: 'isolated|isoliert|isolée|aislado|isolata|isolada|изолированная|逐仓',
  stop_loss: 'stop loss|Stop-Loss|stop loss|stop loss|stop loss|stop loss|стоп-лосс|止损',
  take_profit: 'take profit|Take-Profit|take profit|take profit|take profit|take profit|тейк-профит|止盈',
  trailing:
    'trailing stop at|Trailing-Stop bei|stop suiveur à|trailing stop en|trailing stop a|trailing stop em|трейлинг-стоп на|追踪止损价',
  average: 'average price|Ø Preis|prix moyen|precio medio|prezzo medio|preço médio|средняя цена|均价',
  none: 'none|keine|aucun|ninguno|nessuno|nenhum|нет|无',
  none_fills:
    'No fills.|Keine Ausführungen.|Aucune exécution.|No hay ejecuciones.|Nessuna esecuzione.|Nenhuma execução.|Исполнений нет.|没有成交。',
  trigger: 'trigger|Auslöser|seuil|disparo|soglia|gatilho|триггер|触发价',
  filled: 'filled|ausgeführt|exécuté|ejecutado|eseguito|executado|исполнено|已成交',
  no_tag: 'no tag|ohne Schlagwort|sans étiquette|sin etiqueta|senza etichetta|sem etiqueta|без тега|无标签',
  more: '{n} more|{n} weitere|{n} de plus|{n} más|altri {n}|mais {n}|ещё {n}|还有 {n} 项',
  compared:
    '{n} groups were compared: about {m} would stand out by chance alone.|{n} Gruppen verglichen: etwa {m} fallen allein durch Zufall auf.|{n} groupes comparés : environ {m} se distingueraient par pur hasard.|{n} grupos comparados: unos {m} destacarían por puro azar.|{n} gruppi confrontati: circa {m} risalterebbero per puro caso.|{n} grupos comparados: cerca de {m} se destacariam por puro acaso.|Сравнено групп: {n}; около {m} выделялись бы случайно.|比较了 {n} 组：约 {m} 组会纯属偶然地突出。',
  of_n: '{n} trades|{n} Trades|{n} trades|{n} operaciones|{n} trade|{n} operações|сделок: {n}|{n} 笔交易',
  few: 'only {n} trades|nur {n} Trades|seulement {n} trades|solo {n} operaciones|solo {n} trade|apenas {n} operações|всего сделок: {n}|仅 {n} 笔交易',
  chance:
    'Chance at the end of the time, from the forecast from now|Chance am Ende der Zeit, aus der Prognose ab jetzt|Probabilité au terme, selon la prévision à partir de maintenant|Probabilidad al final del plazo, según el pronóstico desde ahora|Probabilità alla scadenza, dalla previsione da adesso|Probabilidade no fim do prazo, pela previsão a partir de agora|Вероятность в конце срока по прогнозу от текущего момента|到期时的概率（从现在起的预测）',
  chance_above:
    'above the level|über dem Kurs|au-dessus du niveau|por encima del nivel|sopra il livello|acima do nível|выше уровня|高于该价位',
  chance_below: 'below it|darunter|en dessous|por debajo|sotto|abaixo|ниже|低于',
  level: 'level|Kurs|niveau|nivel|livello|nível|уровень|价位',
  start:
    'price at the forecast|Kurs bei der Prognose|prix à la prévision|precio en el pronóstico|prezzo alla previsione|preço na previsão|цена при прогнозе|预测时价格',
  median: 'median|Median|médiane|mediana|mediana|mediana|медиана|中位数',
  low: '80% band, low|80-%-Band, unten|bande 80 %, bas|banda 80 %, bajo|banda 80%, basso|faixa 80%, baixo|полоса 80 %, низ|80% 区间下限',
  high: '80% band, high|80-%-Band, oben|bande 80 %, haut|banda 80 %, alto|banda 80%, alto|faixa 80%, alto|полоса 80 %, верх|80% 区间上限',
  touch:
    'For the price at that moment only: a touch before it is not counted.|Nur für den Kurs zu diesem Zeitpunkt: eine frühere Berührung zählt nicht.|Pour le prix à ce moment seulement : un contact avant ne compte pas.|Solo para el precio en ese momento: un toque anterior no cuenta.|Solo per il prezzo in quel momento: un contatto precedente non conta.|Só para o preço nesse momento: um toque anterior não conta.|Только для цены в этот момент: касание раньше не считается.|仅指该时刻的价格：之前触及不计。',
  market_facts: 'Market figures|Marktdaten|Données de marché|Datos de mercado|Dati di mercato|Dados de mercado|Данные рынка|市场数据',
  market_move:
    'Price move|Kursbewegung|Mouvement du prix|Movimiento del precio|Movimento del prezzo|Movimento do preço|Движение цены|价格变动',
  market_gainers:
    'Largest gains over 24 h|Größte Gewinne über 24 h|Plus fortes hausses sur 24 h|Mayores subidas en 24 h|Maggiori rialzi in 24 h|Maiores altas em 24 h|Лидеры роста за 24 ч|24 小时涨幅最大',
  market_losers:
    'Largest losses over 24 h|Größte Verluste über 24 h|Plus fortes baisses sur 24 h|Mayores bajadas en 24 h|Maggiori ribassi in 24 h|Maiores quedas em 24 h|Лидеры падения за 24 ч|24 小时跌幅最大',
  price_now: 'Price|Kurs|Prix|Precio|Prezzo|Preço|Цена|价格',
  change_hour: '1 h|1 h|1 h|1 h|1 h|1 h|1 ч|1 小时',
  change_day: '24 h|24 h|24 h|24 h|24 h|24 h|24 ч|24 小时',
  change_week: '7 d|7 T.|7 j|7 d|7 g|7 d|7 дн.|7 天',
  market_cap: 'Market cap|Marktkapitalisierung|Capitalisation|Capitalización|Capitalizzazione|Capitalização|Капитализация|市值',
  volume: 'Volume 24 h|Volumen 24 h|Volume 24 h|Volumen 24 h|Volume 24 h|Volume 24 h|Объём 24 ч|24 小时成交量',
  rank: 'Rank by market cap|Rang nach Marktkapitalisierung|Rang par capitalisation|Puesto por capitalización|Posizione per capitalizzazione|Posição por capitalização|Место по капитализации|市值排名',
  quote: 'Currency|Währung|Devise|Moneda|Valuta|Moeda|Валюта|计价货币',
  rising:
    'Coins rising over 24 h|Steigende Coins über 24 h|Cryptos en hausse sur 24 h|Monedas al alza en 24 h|Monete in rialzo in 24 h|Moedas em alta em 24 h|Растут за 24 ч|24 小时上涨币种',
  falling:
    'Coins falling over 24 h|Fallende Coins über 24 h|Cryptos en baisse sur 24 h|Monedas a la baja en 24 h|Monete in ribasso in 24 h|Moedas em queda em 24 h|Падают за 24 ч|24 小时下跌币种',
  of_coins:
    'Of {n} coins with a known change.|Von {n} Coins mit bekannter Änderung.|Sur {n} cryptos dont la variation est connue.|De {n} monedas con cambio conocido.|Su {n} monete con variazione nota.|De {n} moedas com variação conhecida.|Из {n} монет с известным изменением.|共 {n} 种涨跌已知的币。',
  no_cause:
    'I have no cause: these are measurements only.|Ich kenne keine Ursache: das sind nur Messungen.|Je n’ai pas de cause : ce ne sont que des mesures.|No tengo una causa: son solo mediciones.|Non ho una causa: sono solo misure.|Não tenho uma causa: são apenas medições.|Причины у меня нет: это только измерения.|我没有原因：这些只是测量值。',
  alerts: 'Your alerts|Deine Alarme|Vos alertes|Sus alertas|I suoi avvisi|Os seus alertas|Ваши оповещения|您的提醒',
  none_alerts: 'No alerts.|Keine Alarme.|Aucune alerte.|No hay alertas.|Nessun avviso.|Nenhum alerta.|Оповещений нет.|没有提醒。',
  alert_active: 'active|aktiv|active|activa|attivo|ativo|активно|生效中',
  alert_paused: 'paused|pausiert|en pause|en pausa|in pausa|em pausa|на паузе|已暂停',
  alert_done: 'done|erledigt|terminée|terminada|concluso|concluído|сработало|已完成',
  alert_expired: 'expired|abgelaufen|expirée|caducada|scaduto|expirado|истекло|已过期',
  what_if:
    'Supposed move, by the margin model|Angenommene Bewegung, nach dem Margin-Modell|Mouvement supposé, selon le modèle de marge|Movimiento supuesto, según el modelo de margen|Movimento ipotetico, secondo il modello di margine|Movimento suposto, pelo modelo de margem|Предполагаемое движение по модели маржи|假设变动（按保证金模型）',
  equity_then: 'Equity then|Eigenkapital dann|Équité alors|Patrimonio entonces|Equity allora|Patrimônio então|Капитал тогда|届时权益',
  unrealised_then:
    'Unrealised then|Unrealisiert dann|Non réalisé alors|No realizado entonces|Non realizzato allora|Não realizado então|Нереализовано тогда|届时未实现盈亏',
  maintenance_then:
    'Maintenance margin then|Erhaltungsmargin dann|Marge de maintien alors|Margen de mantenimiento entonces|Margine di mantenimento allora|Margem de manutenção então|Поддерживающая маржа тогда|届时维持保证金',
  free_margin_then:
    'Free margin then|Freie Margin dann|Marge libre alors|Margen libre entonces|Margine libero allora|Margem livre então|Свободная маржа тогда|届时可用保证金',
  mark_then: 'mark then|Mark dann|mark alors|mark entonces|mark allora|mark então|марк тогда|届时标记价',
  liquidation_then:
    'Liquidation would begin in|Liquidation begänne bei|La liquidation commencerait pour|La liquidación empezaría en|La liquidazione inizierebbe per|A liquidação começaria em|Ликвидация началась бы по|将开始强平',
  only_marks:
    'Only the mark prices move: no order fills and no fee is paid.|Nur die Mark-Preise bewegen sich: keine Order wird ausgeführt, keine Gebühr bezahlt.|Seuls les prix mark bougent : aucun ordre exécuté, aucun frais.|Solo se mueven los precios mark: no se ejecuta ninguna orden ni se paga comisión.|Si muovono solo i prezzi mark: nessun ordine eseguito, nessuna commissione.|Só os preços mark se movem: nenhuma ordem executada, nenhuma taxa.|Меняются только цены марк: ордера не исполняются, комиссий нет.|仅标记价变动：不成交任何订单，不计手续费。',
  no_position:
    'There is no such open position, so nothing changes.|Es gibt keine solche offene Position, also ändert sich nichts.|Il n’y a pas de telle position ouverte : rien ne change.|No hay tal posición abierta: nada cambia.|Non c’è una tale posizione aperta: nulla cambia.|Não há tal posição aberta: nada muda.|Такой открытой позиции нет, ничего не меняется.|没有这样的持仓，因此没有变化。',
  orders_reached:
    'Your orders reached on the way, not counted here: {n}.|Auf dem Weg erreichte eigene Orders, hier nicht gezählt: {n}.|Vos ordres atteints en chemin, non comptés ici : {n}.|Sus órdenes alcanzadas por el camino, no contadas aquí: {n}.|I suoi ordini raggiunti lungo il percorso, qui non contati: {n}.|As suas ordens atingidas no caminho, não contadas aqui: {n}.|Ваши ордера, достигнутые по пути, здесь не учтены: {n}.|途中会触及的订单（此处未计）：{n} 个。',
  position_size:
    'Position size for this risk|Positionsgröße für dieses Risiko|Taille de position pour ce risque|Tamaño de la posición para este riesgo|Dimensione della posizione per questo rischio|Tamanho da posição para este risco|Размер позиции при этом риске|按此风险的仓位大小',
  worth: 'Value|Wert|Valeur|Valor|Valore|Valor|Стоимость|价值',
  risked:
    'Loss at the stop, fees included|Verlust am Stop, mit Gebühren|Perte au stop, frais compris|Pérdida en el stop, con comisiones|Perdita allo stop, commissioni comprese|Perda no stop, com taxas|Убыток на стопе, с комиссиями|止损时的亏损（含手续费）',
  size_at_mark:
    'Entry at the mark price, rounded down to whole lots. Nothing is sent: you decide on the Trade screen.|Einstieg zum Mark-Preis, abgerundet auf ganze Lots. Nichts wird gesendet: du entscheidest auf der Trade-Seite.|Entrée au prix mark, arrondie aux lots entiers. Rien n’est envoyé : vous décidez sur l’écran Trade.|Entrada al precio mark, redondeada a lotes enteros. No se envía nada: usted decide en la pantalla Trade.|Entrata al prezzo mark, arrotondata a lotti interi. Nulla viene inviato: decide lei nella schermata Trade.|Entrada ao preço mark, arredondada a lotes inteiros. Nada é enviado: decide no ecrã Trade.|Вход по цене марк, округлено вниз до целых лотов. Ничего не отправляется: решаете вы на экране Trade.|按标记价入场，向下取整到整手。不会发送任何订单：由您在 Trade 页面决定。',
  needs_leverage:
    'This is more than the free margin: it needs leverage.|Das ist mehr als die freie Margin: es braucht Hebel.|C’est plus que la marge libre : il faut un levier.|Es más que el margen libre: necesita apalancamiento.|È più del margine libero: serve la leva.|É mais do que a margem livre: precisa de alavancagem.|Это больше свободной маржи: нужно плечо.|这超过可用保证金：需要杠杆。',
  comparison:
    'Coins compared|Coins im Vergleich|Cryptos comparées|Monedas comparadas|Monete a confronto|Moedas comparadas|Сравнение монет|币种比较',
  change_month: '30 d|30 T.|30 j|30 d|30 g|30 d|30 дн.|30 天',
  volatility_week:
    'volatility a year, from 7 d|Volatilität p. a., aus 7 T.|volatilité par an, sur 7 j|volatilidad anual, de 7 d|volatilità annua, da 7 g|volatilidade anual, de 7 d|волатильность в год, за 7 дн.|年化波动率（7 天）',
  volatility_month: 'from 30 d|aus 30 T.|sur 30 j|de 30 d|da 30 g|de 30 d|за 30 дн.|30 天',
  funding_rate:
    'Funding this hour so far (positive: longs pay)|Funding dieser Stunde bisher (positiv: Longs zahlen)|Funding de cette heure à ce stade (positif : les longs paient)|Funding de esta hora hasta ahora (positivo: pagan los largos)|Funding di quest’ora finora (positivo: pagano i long)|Funding desta hora até agora (positivo: os longs pagam)|Фандинг этого часа на данный момент (плюс: платят лонги)|本小时至今资金费率（正：多头支付）',
  market_funding:
    'Funding of the perpetual|Funding des Perpetuals|Funding du perpétuel|Funding del perpetuo|Funding del perpetuo|Funding do perpétuo|Фандинг бессрочного контракта|永续合约资金费率',
  index: 'index|Index|indice|índice|indice|índice|индекс|指数价',
  regime:
    'volatility regime|Volatilitätsregime|régime de volatilité|régimen de volatilidad|regime di volatilità|regime de volatilidade|режим волатильности|波动率状态',
  calm: 'calm|ruhig|calme|tranquilo|calmo|calmo|спокойный|平静',
  normal: 'normal|normal|normal|normal|normale|normal|обычный|正常',
  high_regime: 'high|hoch|élevé|alto|alto|alto|высокий|偏高',
  extreme: 'extreme|extrem|extrême|extremo|estremo|extremo|экстремальный|极端',
  accuracy:
    'Public record of the hourly forecasts|Öffentliche Bilanz der stündlichen Prognosen|Bilan public des prévisions horaires|Registro público de los pronósticos horarios|Registro pubblico delle previsioni orarie|Registo público das previsões horárias|Открытая статистика почасовых прогнозов|每小时预测的公开记录',
  crps: 'Error (CRPS)|Fehler (CRPS)|Erreur (CRPS)|Error (CRPS)|Errore (CRPS)|Erro (CRPS)|Ошибка (CRPS)|误差 (CRPS)',
  crps_naive:
    'Error of “no change” (CRPS)|Fehler von „keine Änderung“ (CRPS)|Erreur de « aucun changement » (CRPS)|Error de «sin cambio» (CRPS)|Errore di «nessun cambiamento» (CRPS)|Erro de «sem mudança» (CRPS)|Ошибка прогноза «без изменений» (CRPS)|“不变”预测的误差 (CRPS)',
  crps_ratio:
    'Ours to “no change”|Unser zu „keine Änderung“|Le nôtre sur « aucun changement »|El nuestro sobre «sin cambio»|Nostro su «nessun cambiamento»|O nosso sobre «sem mudança»|Наша к «без изменений»|我们与“不变”之比',
  inside_half:
    'Outcomes inside the 50% band|Ergebnisse im 50-%-Band|Résultats dans la bande 50 %|Resultados en la banda 50 %|Esiti nella banda 50%|Resultados na faixa 50%|Исходов в полосе 50 %|落在 50% 区间',
  inside_eighty:
    'inside the 80% band|im 80-%-Band|dans la bande 80 %|en la banda 80 %|nella banda 80%|na faixa 80%|в полосе 80 %|落在 80% 区间',
  inside_most:
    'inside the 95% band|im 95-%-Band|dans la bande 95 %|en la banda 95 %|nella banda 95%|na faixa 95%|в полосе 95 %|落在 95% 区间',
  scored:
    'Forecasts scored|Bewertete Prognosen|Prévisions notées|Pronósticos evaluados|Previsioni valutate|Previsões avaliadas|Оценено прогнозов|已评分预测',
  independent:
    'of them independent|davon unabhängig|dont indépendantes|de ellos independientes|di cui indipendenti|das quais independentes|из них независимых|其中独立',
  days: 'Days|Tage|Jours|Días|Giorni|Dias|Дней|天数',
  no_ratio:
    'A ratio is claimed from {n} days of scored forecasts on.|Ein Verhältnis wird erst ab {n} Tagen bewerteter Prognosen angegeben.|Un rapport n’est donné qu’à partir de {n} jours de prévisions notées.|Una razón se indica solo desde {n} días de pronósticos evaluados.|Un rapporto è indicato solo da {n} giorni di previsioni valutate.|Uma razão só é dada a partir de {n} dias de previsões avaliadas.|Отношение указывается только с {n} дней оценённых прогнозов.|满 {n} 天评分预测后才给出比值。',
  lower_is_better:
    'A lower error is better. The record is of past forecasts and promises nothing.|Ein kleinerer Fehler ist besser. Die Bilanz betrifft vergangene Prognosen und verspricht nichts.|Une erreur plus faible est meilleure. Le bilan porte sur le passé et ne promet rien.|Un error menor es mejor. El registro es del pasado y no promete nada.|Un errore minore è migliore. Il registro riguarda il passato e non promette nulla.|Um erro menor é melhor. O registo é do passado e nada promete.|Меньшая ошибка лучше. Это прошлые прогнозы, они ничего не обещают.|误差越小越好。记录仅涉及过去，不作任何承诺。',
  unknown: 'n/a|k. A.|n/d|n/d|n/d|n/d|н/д|无',
  failed:
    'This could not be read now. Try again in a moment.|Das ließ sich gerade nicht lesen. Versuche es gleich noch einmal.|Lecture impossible pour le moment. Réessayez dans un instant.|No se pudo leer ahora. Inténtelo en un momento.|Ora non è stato possibile leggere. Riprovi tra poco.|Não foi possível ler agora. Tente daqui a pouco.|Сейчас прочитать не удалось. Попробуйте чуть позже.|暂时无法读取，请稍后再试。',
  too_many:
    'These are too many trades for one answer. Name a shorter time.|Das sind zu viele Trades für eine Antwort. Nenne eine kürzere Zeit.|Trop de trades pour une réponse. Indiquez une période plus courte.|Son demasiadas operaciones para una respuesta. Indique un tiempo más corto.|Troppi trade per una risposta. Indichi un periodo più breve.|São operações demais para uma resposta. Indique um período menor.|Слишком много сделок для одного ответа. Назовите более короткий срок.|交易太多，请指定更短的时间。',
} as const satisfies Record<string, string>

export type OwnTextKey = keyof typeof TEXTS

const translations = new Map<string, readonly string[]>(Object.entries(TEXTS).map(([key, text]) => [key, text.split('|')]))

export function ownText(key: OwnTextKey, language: string, parameters: Readonly<Record<string, string>> = {}): string {
  const at = Math.max(0, AGENT_LANGUAGES.indexOf(language as AgentLanguage))
  const text = translations.get(key)?.[at] ?? TEXTS[key]
  return text.replace(/\{(\w)\}/g, (place, name: string) => parameters[name] ?? place)
}

export const isOwnTextKey = (key: string): key is OwnTextKey => translations.has(key)
