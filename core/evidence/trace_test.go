package evidence
import ("testing";"fmt";"math")
func TestTrace(t *testing.T){
 for _, d := range []int{10,16} {
 s:=DefaultAdaptive(); rng:=stream(1)
 of:=autoregressive(d,0)
 a:=newAdaptation(d,broad{5},[]Component{ball(.5,constant(1,d)...)},s,rng)
 for a.used<(s.Rounds+2)*s.PerRound {
  m:=a.mixture(); r:=m.round(of,allocate(m.shares(),a.step(),1),1,rng); a.used+=r.Evaluations; r.judge()
  p:=temper(r.LogWeights, math.Min(float64(temperedPerDimension*d), float64(r.Evaluations)/4))
  ld:=0.0; for j:=0;j<d;j++{ld+=math.Log(a.components[0].Root[j*d+j])}
  tr:=float64(d-1)*math.Log(.6)
  fmt.Printf("d %d used %d n %d comps %d ess %.1f k %.2f power %.3f logdet %.2f (true %.2f) |mean|^2 %.2f\n",d,a.used,r.Evaluations,len(a.components),r.EffectiveNumber,r.KHat,p,ld,tr, func()float64{s:=0.0;for _,v:=range a.components[0].Mean{s+=v*v};return s}())
  a.update(m,r)
 }}
}
